//! A validator for tests: a process that is called as ck3-tiger is, and does what a file in the mod says.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::zombie_processes,
    reason = "a program that talks to the test"
)]

use std::path::Path;
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [json, color, game_flag, game, config_flag, config, descriptor] = &arguments[..] else {
        panic!("{arguments:?}")
    };
    assert_eq!([json, color, game_flag, config_flag], ["--json", "--no-color", "--game", "--config"]);
    let descriptor = std::fs::read_to_string(descriptor).unwrap();
    let path = descriptor.lines().find_map(|line| line.strip_prefix("path = ")).unwrap().trim_matches('"').to_owned();
    let at = |name: &str| Path::new(&path).join(name);
    std::fs::write(
        at("called.txt"),
        format!("{}\n{}\n{descriptor}{}", std::process::id(), game, std::fs::read_to_string(config).unwrap()),
    )
    .unwrap();
    eprintln!("Using mod directory: {path}");
    let behaviour = std::fs::read_to_string(at("behaviour.txt")).unwrap_or_default();
    match behaviour.trim() {
        "hang" => std::thread::sleep(Duration::from_mins(10)),
        "flood" => loop {
            println!("{}", "x".repeat(1_000_000));
        },
        "crash" => panic!("as asked, in {path}"),
        "garbage" => println!("[ {{ \"severity\": 3 }}"),
        "child" => {
            // A child that holds the streams open after its parent has ended.
            let child = std::process::Command::new("sleep").arg("600").spawn().unwrap();
            std::fs::write(at("called.txt"), child.id().to_string()).unwrap();
            println!("[]");
        }
        "escaped child" => {
            // A child in a session of its own: it does not end with the group, and holds the streams open.
            print!("{}", std::fs::read_to_string(at("reports.json")).unwrap_or_default());
            let child = std::process::Command::new("/usr/bin/setsid").args(["/bin/sleep", "30"]).spawn().unwrap();
            std::fs::write(at("called.txt"), child.id().to_string()).unwrap();
            std::thread::sleep(Duration::from_millis(300));
        }
        _ => println!("{}", std::fs::read_to_string(at("reports.json")).unwrap_or_default()),
    }
}
