use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn every_code_in_a_table() {
    assert_snapshot!(Project::new().screen(&["list"]));
}

#[test]
fn filters_narrow_together() {
    let project = Project::new();
    for (args, expected) in [
        (&["--layer", "wa"][..], 4),
        (&["--layer", "WA", "--type", "I"], 3),
        (&["--area", "RES", "--type", "I"], 2),
        (&["--status", "reserved"], 1),
        (&["--status", "retired"], 1),
        (&["--status", "active", "--layer", "WA"], 2),
        (&["give up"], 1),
        (&["no such text"], 0),
    ] {
        let output = project.run(&[&["list", "--format", "json"], args].concat());
        let json: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json.len(), expected, "{args:?}");
    }
}

#[test]
fn a_filter_that_cannot_match_says_what_there_is() {
    assert_snapshot!(Project::new().screen(&["list", "--area", "FILE"]), @r"
    ---- stderr
    error: there is no area `FILE`
     = help: the areas are SYS, RES, READ, VAL
    ---- exit status 2
    ");
}
