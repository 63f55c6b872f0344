use super::*;

fn parse(input: &str) -> Result<WorldAddress, ParseWorldAddressError> {
    WorldAddress::parse(input, &Mods::named(&["My Mod", "Name:", "Name", "A"]))
}

fn canonical(input: &str) -> String {
    parse(input).unwrap().to_string()
}

#[test]
fn l30_the_first_colon_ends_the_namespace_and_the_first_slash_the_key() {
    let address = parse("mod:My Mod/a b/c").unwrap();
    assert_eq!((address.key(), address.relative_path()), (AddressKey::Mod("My Mod"), "a b/c"));
    assert_eq!(address.segments().collect::<Vec<_>>(), ["a b", "c"]);
    assert_eq!(parse("root:game").unwrap().key(), AddressKey::Root(RootKey::Game));
}

#[test]
fn l32_an_exact_name_wins_over_the_compatible_spelling() {
    // The registry says which addresses may hold `:/`.
    tests_started::program();
    assert_eq!(canonical("mod:Name:/x"), "mod:Name:/x");
    assert_eq!(canonical("mod:A:/x"), "mod:A/x");
    assert_eq!(parse("mod:Name:/x").unwrap().key(), AddressKey::Mod("Name:"));
}

#[test]
fn l33_compatible_spellings_are_normalised() {
    assert_eq!(canonical("ROOT_USER_DOCS:/mod//x/"), "root:user_docs/mod/x");
    assert_eq!(canonical("ROOT_REPO:/"), "root:repo");
}

#[test]
fn l36_the_way_up_is_refused_and_never_cleaned_up() {
    let refusal = parse("root:ck3raven_data/wip/../config/x").unwrap_err();
    assert_eq!((refusal.problem, refusal.at), (AddressProblem::ParentSegment, 23..25));
}

#[test]
fn a_refusal_says_where() {
    for (input, problem, at) in [
        ("root:gane/x", AddressProblem::UnknownRoot, "gane"),
        ("mod:Nam/x", AddressProblem::UnknownMod, "Nam"),
        ("rot:game", AddressProblem::UnknownNamespace, "rot"),
        ("root:game/a/b?/c", AddressProblem::ReservedCharacter, "b?"),
    ] {
        let refusal = parse(input).unwrap_err();
        assert_eq!((refusal.problem, &input[refusal.at]), (problem, at));
    }
}
