use insta::assert_snapshot;

use crate::project::Project;

#[test]
fn a_changelog_of_everything_that_can_change() {
    let project = Project::new();
    project.git_init();
    project.run(&["new", "WA", "READ", "S", "READ_DONE", "--summary", "It was read.", "--explain", "Go on."]);
    project
        .edit("registry.toml", "The call failed.", "The call broke.")
        .edit("registry.toml", "explain = \"Wait.\"", "explain = \"Wait a little.\"")
        .edit("registry.toml", "reserved = \"there is no reader yet\"\n", "")
        .edit("registry.toml", "target = \"address\", tried", "target = \"address\", place = \"text\", tried")
        .edit("registry.toml", "; {tried}", " in '{place}'; {tried}");
    project.run(&["retire", "RESOLVED", "--because", "said in data now"]);
    assert_snapshot!(project.screen(&["diff", "main"]));

    project.git(&["add", "-A"]).git(&["commit", "-qm", "two"]).git(&["tag", "v2"]);
    assert_eq!(
        project.run(&["diff", "main~1..v2"]).stdout,
        project.run(&["diff", "HEAD~1.."]).stdout.clone().replace_names()
    );
    assert!(project.screen(&["diff", "v2..main"]).contains("Nothing changed."));
}

#[test]
fn what_breaks_a_client_comes_first_and_fails() {
    let project = Project::new();
    project.git_init().edit("registry.toml", "tried = \"count\"", "tried = \"number\"");
    assert_snapshot!(project.screen(&["diff", "main"]));
}

trait ReplaceNames {
    fn replace_names(self) -> Self;
}

impl ReplaceNames for Vec<u8> {
    /// The two revisions are named as they were asked for.
    fn replace_names(self) -> Self {
        String::from_utf8(self).unwrap().replace("HEAD~1 to HEAD", "main~1 to v2").into_bytes()
    }
}
