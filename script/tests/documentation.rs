//! `docs/script.md` lists every rule, and none that is not there.

use ck3_script::{Severity, SyntaxRule};

#[test]
fn the_page_lists_every_rule() {
    let page = include_str!("../../docs/script.md");
    for rule in SyntaxRule::ALL {
        let severity = if rule.severity() == Severity::Error { "error" } else { "warning" };
        let row = format!("| `{rule}` | {severity} | {} |", rule.explanation().trim());
        assert!(page.contains(&row), "docs/script.md lacks the row\n{row}");
    }
    let rows = page.lines().filter(|line| line.contains("| error |") || line.contains("| warning |")).count();
    assert_eq!(rows, SyntaxRule::ALL.len());
}
