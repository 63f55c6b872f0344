use crate::project::Project;

const COMMANDS: [&str; 14] = [
    "init",
    "new",
    "retire",
    "revise",
    "check",
    "explain",
    "list",
    "diff",
    "lock",
    "docs",
    "schema",
    "bindings",
    "hook",
    "completions",
];

#[test]
fn every_command_has_help_with_an_example() {
    let project = Project::new();
    for command in COMMANDS {
        let help = project.screen(&[command, "--help"]);
        assert!(help.contains("Example") && help.contains(&format!("cargo reply {command}")), "{help}");
    }
    for command in [["hook", "install"], ["hook", "run"]] {
        assert!(project.screen(&[command[0], command[1], "--help"]).contains("Example"));
    }
}

#[test]
fn help_lists_every_command_and_the_exit_status() {
    let help = Project::new().screen(&["--help"]);
    assert!(COMMANDS.iter().all(|command| help.contains(&format!("\n  {command}"))), "{help}");
    assert!(help.contains("Exit status: 0 all is well, 1 there are findings, 2"));
}

#[test]
fn a_wrong_call_is_exit_status_two() {
    for args in [&["frobnicate"][..], &[], &["check", "--frobnicate"]] {
        assert_eq!(Project::new().run(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn it_answers_to_cargo_too() {
    // Cargo passes a subcommand its own name first.
    assert!(Project::new().run(&["reply", "check"]).status.success());
}

#[test]
fn completions_for_every_shell() {
    let project = Project::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = project.screen(&["completions", shell]);
        assert!(script.contains("explain") && script.contains("exit status 0"), "{shell}");
    }
}
