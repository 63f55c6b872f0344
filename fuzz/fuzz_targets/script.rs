//! The script parser: any bytes give a tree that has every byte once, and the fast query answers as the whole parse does.
#![no_main]

use ck3_script::{Folder, Localization, Script, check, definitions, definitions_only};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let script = Script::parse(bytes);
    let together: Vec<u8> = script.pieces().flat_map(|(_, span)| span.of(script.text())).copied().collect();
    assert_eq!(together, script.text());
    for folder in [Folder::Objects, Folder::Defines, Folder::LandedTitles, Folder::Gui, Folder::Assets] {
        assert_eq!(definitions(&script, folder), definitions_only(bytes, folder));
    }
    let localization = Localization::parse(bytes);
    assert!(localization.entries().iter().all(|entry| entry.span.end as usize <= localization.text().len()));
    for path in ["common/traits/a.txt", "gui/a.gui", "localization/english/a_l_english.yml"] {
        let checked = check(path, bytes);
        assert!(checked.render(path, 10).chars().all(|character| character == '\n' || !character.is_control()));
    }
});
