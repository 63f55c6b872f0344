use super::*;

fn names(playset: &PlaysetFile) -> Vec<&str> {
    playset.mods().iter().map(ModSource::name).collect()
}

#[test]
fn a_playset_keeps_the_load_order_and_leaves_out_what_is_disabled() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("playset.json");
    std::fs::write(
        &file,
        r#"{"name":"Mine","mods":[{"name":"B","path":"b"},{"name":"A","path":"/x/a","enabled":true},
            {"name":"off","path":"c","enabled":false},{"name":"nowhere"}]}"#,
    )
    .unwrap();
    let playset = PlaysetFile::read(&file).unwrap();
    assert_eq!(names(&playset), ["B", "A"]);
    assert_eq!(playset.unread(), ["nowhere"]);
    assert_eq!(playset.mods()[0].path.as_path(), folder.path().join("b"));
}

#[test]
fn the_launchers_choice_is_read_with_its_descriptors() {
    let docs = tempfile::tempdir().unwrap();
    std::fs::create_dir(docs.path().join("mod")).unwrap();
    std::fs::write(docs.path().join("mod/ugc_1.mod"), "name=\"One\"\npath=\"mod/one\"").unwrap();
    std::fs::write(docs.path().join("dlc_load.json"), r#"{"enabled_mods":["mod/ugc_1.mod","mod/ugc_2.mod"]}"#).unwrap();
    let playset = PlaysetFile::read_launcher(docs.path()).unwrap();
    assert_eq!(names(&playset), ["One"]);
    assert_eq!(playset.unread(), ["mod/ugc_2.mod"]);
}

#[test]
fn a_file_that_is_no_playset_says_so_and_names_no_path() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.json");
    for (text, message) in [("{", "no JSON"), ("{}", "no list `mods`")] {
        std::fs::write(&file, text).unwrap();
        let error = PlaysetFile::read(&file).unwrap_err().to_string();
        assert!(error.contains(message) && !error.contains(folder.path().to_str().unwrap()), "{error}");
    }
}
