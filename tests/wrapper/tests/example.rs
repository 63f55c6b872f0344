//! The crates serve another project: a program outside the workspace, with a registry of its own, built and run.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

#[test]
fn a_program_outside_the_workspace_answers_from_its_own_registry() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/converter/Cargo.toml");
    let run = |arguments: &[&str]| -> Value {
        let output = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--locked", "--manifest-path"])
            .arg(&manifest)
            .arg("--")
            .args(arguments)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("converter"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };

    let converted = run(&["10", "km", "nm"]);
    assert_eq!(converted["code"], "WA-EXEC-S-001");
    assert!((converted["data"]["value"].as_f64().unwrap() - 5.3996).abs() < 1e-3);

    let unknown = run(&["10", "km", "parsec"]);
    assert_eq!(unknown["code"], "WA-RES-I-001");
    assert_eq!(unknown["error"]["message"], "There is no unit 'parsec'. Known: 'km', 'mi', 'nm'.");

    assert_eq!(run(&["99999", "km", "mi"])["code"], "EN-EXEC-D-001");
    assert_eq!(run(&["far", "km", "mi"])["error"]["params"]["problems"][0]["field"], "amount");
}
