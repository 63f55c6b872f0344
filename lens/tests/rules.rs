//! The smallest world that shows each rule, with its source. `file` is a source's file, and what it defines is one key.

use ck3_script::DefinitionKind as Kind;
use lens::{
    Candidate, CandidateOutcome, Certainty, Doubt, GameVersion, LoadPosition, ModDescriptor, ReplacePaths, RuleId,
    Ruling, Verdict, database, folder_rule, judge, misordered, rule, standing,
};

/// The game, its DLC and mods, by number: 0 is the game, 1 to 9 are DLC, from 10 on mods.
fn position(source: u32) -> LoadPosition {
    match source {
        0 => LoadPosition::GAME,
        1..=9 => LoadPosition::of_dlc(source),
        _ => LoadPosition::of_mod(source),
    }
}

#[derive(Clone, Copy)]
struct Site {
    source: u32,
    path: &'static str,
    start: u32,
    priority: i64,
}

const fn file(source: u32, path: &'static str) -> Site {
    Site { source, path, start: 0, priority: 0 }
}

impl Site {
    const fn at(self, start: u32) -> Self {
        Self { start, ..self }
    }

    const fn priority(self, priority: i64) -> Self {
        Self { priority, ..self }
    }
}

fn verdict(kind: Kind, is_local: bool, version: GameVersion, replaced: &[(u32, &str)], sites: &[Site]) -> Verdict {
    let mut paths = ReplacePaths::default();
    for (by, folder) in replaced {
        paths.add(folder, position(*by));
    }
    let candidate = |site: &Site| {
        let same = sites.iter().filter(|other| other.path == site.path);
        let last = same.map(|other| position(other.source)).max().expect("the site itself has the path");
        Candidate {
            position: position(site.source),
            path: site.path,
            start: site.start,
            priority: site.priority,
            standing: standing(site.path, position(site.source), last, &paths),
        }
    };
    // Only definitions of one database compete (R17).
    assert!(sites.iter().all(|site| database(site.path) == database(sites[0].path)));
    let candidates: Vec<_> = sites.iter().map(candidate).collect();
    judge(folder_rule(sites[0].path, kind, is_local, version), &candidates)
}

struct Case {
    what: &'static str,
    rule: RuleId,
    kind: Kind,
    replaced: &'static [(u32, &'static str)],
    sites: &'static [Site],
    winner: Option<usize>,
    certainty: Certainty,
}

use Certainty::{Certain, Likely, Uncertain};

#[rustfmt::skip]
const CASES: &[Case] = &[
    Case { what: "R1: same path, the last mod; Modding, Full file override [W]", rule: RuleId::R1, kind: Kind::Object, replaced: &[],
        sites: &[file(0, "common/traits/a.txt"), file(11, "common/traits/a.txt"), file(10, "common/traits/a.txt")], winner: Some(1), certainty: Certain },
    Case { what: "R2: replace_path hides the game's; Mod structure [W]", rule: RuleId::R2, kind: Kind::Object, replaced: &[(11, "common/traits")],
        sites: &[file(0, "common/traits/zz.txt"), file(10, "common/traits/sub/00.txt")], winner: Some(1), certainty: Certain },
    Case { what: "R2: for earlier mods sources disagree; tiger [S], wiki [W]", rule: RuleId::R2, kind: Kind::Object, replaced: &[(11, "common/traits")],
        sites: &[file(10, "common/traits/zz.txt"), file(11, "common/traits/00.txt")], winner: Some(1), certainty: Uncertain },
    Case { what: "R2: what is uncertain and changes nothing does not make the answer uncertain", rule: RuleId::R2, kind: Kind::Object, replaced: &[(11, "common/traits")],
        sites: &[file(10, "common/traits/00.txt"), file(11, "common/traits/zz.txt")], winner: Some(1), certainty: Certain },
    Case { what: "R2: not the folders below; tiger modfile.rs [S]", rule: RuleId::R4, kind: Kind::Object, replaced: &[(10, "common/traits")],
        sites: &[file(0, "common/traits/sub/a.txt"), file(10, "common/traits/a.txt")], winner: Some(0), certainty: Certain },
    Case { what: "R3: names decide, not the playset; Irony #541 [W]", rule: RuleId::R4, kind: Kind::Object, replaced: &[],
        sites: &[file(10, "common/traits/zz.txt"), file(11, "common/traits/00.txt")], winner: Some(0), certainty: Certain },
    Case { what: "R3: a subfolder loads after its folder's files; measured [M]", rule: RuleId::R4, kind: Kind::Object, replaced: &[],
        sites: &[file(0, "common/decisions/dlc/00.txt"), file(10, "common/decisions/zz.txt")], winner: Some(0), certainty: Likely },
    Case { what: "R4: the last definition; Modding, Single object override [W]", rule: RuleId::R4, kind: Kind::Object, replaced: &[],
        sites: &[file(0, "common/traits/00.txt"), file(10, "common/traits/01.txt")], winner: Some(1), certainty: Certain },
    Case { what: "R5: the first type; Interface [W], tiger gui.rs [S]", rule: RuleId::R5, kind: Kind::GuiType, replaced: &[],
        sites: &[file(0, "gui/shared.gui"), file(10, "gui/00_mine.gui")], winner: Some(1), certainty: Likely },
    Case { what: "R5: the first template; Modding, UI types [W]", rule: RuleId::R5, kind: Kind::GuiTemplate, replaced: &[],
        sites: &[file(10, "gui/b.gui"), file(11, "gui/a/a.gui")], winner: Some(0), certainty: Likely },
    Case { what: "R6: the last define; tiger defines.rs [S]", rule: RuleId::R6, kind: Kind::Define, replaced: &[],
        sites: &[file(10, "common/defines/zz.txt"), file(0, "common/defines/00.txt")], winner: Some(0), certainty: Certain },
    Case { what: "R7: on_actions merge; _on_actions.info [P]", rule: RuleId::R7, kind: Kind::OnAction, replaced: &[],
        sites: &[file(0, "common/on_action/a.txt"), file(10, "common/on_action/b.txt")], winner: None, certainty: Certain },
    Case { what: "R8: the largest priority; _events.info 1.20 [P]", rule: RuleId::R8, kind: Kind::Event, replaced: &[],
        sites: &[file(0, "events/z.txt"), file(10, "events/a.txt").priority(1)], winner: Some(1), certainty: Certain },
    Case { what: "R8: equal priorities are an error of the game", rule: RuleId::R8, kind: Kind::Event, replaced: &[],
        sites: &[file(0, "events/z.txt"), file(10, "events/a.txt")], winner: None, certainty: Uncertain },
    Case { what: "R9: the largest priority; _characters.info 1.20 [P]", rule: RuleId::R9, kind: Kind::Character, replaced: &[],
        sites: &[file(0, "history/characters/z.txt"), file(10, "history/characters/a.txt").priority(3)], winner: Some(1), certainty: Certain },
    Case { what: "R9: two characters; Modding [W]", rule: RuleId::R9, kind: Kind::Character, replaced: &[],
        sites: &[file(0, "history/characters/z.txt"), file(10, "history/characters/a.txt")], winner: None, certainty: Certain },
    Case { what: "R10: history adds up; tiger title_history.rs [S]", rule: RuleId::R10, kind: Kind::HistoryEntry, replaced: &[],
        sites: &[file(0, "history/titles/a.txt"), file(10, "history/titles/b.txt")], winner: None, certainty: Likely },
    Case { what: "R11: a replace folder wins; Localization [W]", rule: RuleId::R11, kind: Kind::LocalizationKey, replaced: &[],
        sites: &[file(0, "localization/english/a_l_english.yml"), file(10, "localization/english/replace/a_l_english.yml")], winner: Some(1), certainty: Certain },
    Case { what: "R11: localization/replace before <language>/replace; wiki only", rule: RuleId::R11, kind: Kind::LocalizationKey, replaced: &[],
        sites: &[file(10, "localization/replace/english/a_l_english.yml"), file(11, "localization/english/replace/z_l_english.yml")], winner: Some(0), certainty: Likely },
    Case { what: "R11: else erratic, mostly the first; tiger #236 [M]", rule: RuleId::R11, kind: Kind::LocalizationKey, replaced: &[],
        sites: &[file(10, "localization/english/b_l_english.yml"), file(0, "localization/english/a_l_english.yml")], winner: Some(1), certainty: Uncertain },
    Case { what: "R12: twice in one file; follows from R4", rule: RuleId::R12, kind: Kind::Object, replaced: &[],
        sites: &[file(10, "common/traits/a.txt").at(90), file(10, "common/traits/a.txt").at(5)], winner: Some(0), certainty: Likely },
    Case { what: "R15: a DLC's file replaces the game's, a mod's the DLC's; tiger fileset.rs [S]", rule: RuleId::R1, kind: Kind::Object, replaced: &[],
        sites: &[file(2, "common/traits/a.txt"), file(10, "common/traits/a.txt"), file(0, "common/traits/a.txt")], winner: Some(1), certainty: Certain },
    Case { what: "R17: a subfolder of common is of the same database; tiger tables/misc.rs [S]", rule: RuleId::R4, kind: Kind::Object, replaced: &[],
        sites: &[file(0, "common/scripted_effects/zz.txt"), file(10, "common/scripted_effects/a/b/00.txt")], winner: Some(1), certainty: Likely },
    Case { what: "R18: a key of holdings loads like any other; that the last wins is likely; Modding, Common issues [W]", rule: RuleId::R4, kind: Kind::Object, replaced: &[],
        sites: &[file(0, "common/holdings/00_holdings.txt"), file(10, "common/holdings/zz.txt")], winner: Some(1), certainty: Likely },
    Case { what: "R18: the whole file replaced, as is the practice, is certain; Modding, Common issues [W]", rule: RuleId::R1, kind: Kind::Object, replaced: &[],
        sites: &[file(0, "common/holdings/00_holdings.txt"), file(10, "common/holdings/00_holdings.txt")], winner: Some(1), certainty: Certain },
    Case { what: "R19: of two mods the lower one is loaded later; Modding [W]", rule: RuleId::R1, kind: Kind::Object, replaced: &[],
        sites: &[file(10, "common/traits/a.txt"), file(11, "common/traits/a.txt")], winner: Some(1), certainty: Certain },
    Case { what: "landed titles: whether a second block merges is not documented", rule: RuleId::R4, kind: Kind::Title, replaced: &[],
        sites: &[file(0, "common/landed_titles/00.txt"), file(10, "common/landed_titles/01.txt")], winner: Some(1), certainty: Uncertain },
    Case { what: "a window is overridden by its file; Interface [W]", rule: RuleId::R1, kind: Kind::GuiWidget, replaced: &[],
        sites: &[file(0, "gui/a.gui"), file(10, "gui/b.gui")], winner: None, certainty: Likely },
    Case { what: "one definition is in force for certain, whatever the folder", rule: RuleId::R4, kind: Kind::Asset, replaced: &[],
        sites: &[file(10, "gfx/models/a.asset")], winner: Some(0), certainty: Certain },
];

#[test]
fn each_rule_decides_its_smallest_world() {
    for case in CASES {
        let found = verdict(case.kind, false, GameVersion::NEWEST, case.replaced, case.sites);
        assert_eq!(
            (found.rule, found.winner, found.certainty),
            (case.rule, case.winner, case.certainty),
            "{}",
            case.what
        );
        let in_force = found.outcomes.iter().filter(|outcome| **outcome == CandidateOutcome::InForce).count();
        assert_eq!(in_force, usize::from(case.winner.is_some()), "{}", case.what);
        assert!(found.certainty == Certain || !found.doubts.is_empty() || found.rule == RuleId::R12, "{}", case.what);
    }
}

#[test]
fn the_order_of_the_candidates_does_not_matter() {
    for case in CASES {
        let mut turned: Vec<Site> = case.sites.to_vec();
        turned.reverse();
        let (one, other) = (
            verdict(case.kind, false, GameVersion::NEWEST, case.replaced, case.sites),
            verdict(case.kind, false, GameVersion::NEWEST, case.replaced, &turned),
        );
        assert_eq!(one.winner, other.winner.map(|winner| turned.len() - 1 - winner), "{}", case.what);
        assert_eq!((one.rule, one.certainty), (other.rule, other.certainty), "{}", case.what);
    }
}

#[test]
fn r8_before_priorities_nothing_says_which_event_is_used() {
    let sites = [file(0, "events/z.txt"), file(10, "events/a.txt")];
    let found = verdict(Kind::Event, false, GameVersion::new(1, 19), &[], &sites);
    assert_eq!((found.winner, found.certainty), (None, Uncertain));
    assert_eq!(found.outcomes, [CandidateOutcome::Unclear, CandidateOutcome::Unclear]);
}

/// Two events, one with a priority, in a version of the game.
fn prior_event(version: Option<GameVersion>) -> Verdict {
    let site = |rank, path, priority| Candidate {
        position: LoadPosition::of_mod(rank),
        path,
        start: 0,
        priority,
        standing: lens::FileStanding::InForce,
    };
    let sites = [site(0, "events/z.txt", 0), site(1, "events/a.txt", 1)];
    Ruling::new("events/a.txt", Kind::Event, false, version).judge(&sites)
}

#[test]
fn r8_a_version_that_knows_no_priorities_passes_over_them() {
    for known in ["1.20.0.4", "1.21", "2.0"] {
        let found = prior_event(known.parse().ok());
        assert_eq!((found.winner, found.certainty, found.doubts.len()), (Some(1), Certain, 0), "{known}");
    }
    let old = prior_event("1.19.0.3".parse().ok());
    assert_eq!((old.winner, old.certainty), (None, Uncertain));
    assert_eq!(old.outcomes, [CandidateOutcome::Unclear, CandidateOutcome::Unclear]);
}

#[test]
fn an_unknown_version_is_the_newest_and_says_so_where_that_decides() {
    let found = prior_event(None);
    assert_eq!((found.winner, found.certainty), (Some(1), Likely));
    assert_eq!(found.doubts, [Doubt::VersionUnknown]);
    let sites = |path| Candidate {
        position: LoadPosition::GAME,
        path,
        start: 0,
        priority: 0,
        standing: lens::FileStanding::InForce,
    };
    // The table has an older row for laws too, by which the same one wins.
    let ruling = Ruling::new("common/laws/a.txt", Kind::Object, false, None);
    let found = ruling.judge(&[sites("common/laws/a.txt"), sites("common/laws/b.txt")]);
    assert_eq!((found.winner, found.certainty, found.doubts.len()), (Some(1), Certain, 0));
}

#[test]
fn r16_an_order_that_contradicts_dependencies_is_reported() {
    // px toolkit treats them as advice [S]; Paradoxos #46 [W].
    let order = |mods: &[(&'static str, &[&'static str])]| {
        misordered(mods.iter().map(|(name, needs)| (Some(*name), needs.to_vec())))
    };
    assert_eq!(order(&[("A", &["B"]), ("B", &[])]), [(0, 1)]);
    assert_eq!(order(&[("B", &[]), ("A", &["B"])]), []);
    // Not in the playset, itself, and one of two of the name that does come before.
    assert_eq!(order(&[("A", &["C", "A"]), ("B", &[])]), []);
    assert_eq!(order(&[("B", &[]), ("A", &["B"]), ("B", &[])]), []);
    let said = ModDescriptor::parse(b"name=\"A\"\ndependencies={ \"B\" \"C\" }\nreplace_path=\"common/traits\"\n");
    assert_eq!(said.name.as_deref(), Some("A"));
    assert_eq!(
        (said.dependencies, said.replace_paths),
        (vec!["B".to_owned(), "C".to_owned()], vec!["common/traits".to_owned()])
    );
}

#[test]
fn r13_a_name_of_a_file_loses_to_nobody() {
    for (kind, path) in [(Kind::Constant, "common/traits/a.txt"), (Kind::ScriptedEffect, "events/a.txt")] {
        let other = if path.starts_with("events") { "events/b.txt" } else { "common/traits/b.txt" };
        let found = verdict(kind, true, GameVersion::NEWEST, &[], &[file(0, path), file(10, other)]);
        assert_eq!((found.rule, found.winner), (RuleId::R13, None));
        assert_eq!(found.outcomes, [CandidateOutcome::Local, CandidateOutcome::Local]);
    }
}

#[test]
fn every_loser_says_why() {
    let sites = [
        file(0, "common/traits/00.txt"),
        file(10, "common/traits/00.txt"),
        file(11, "common/traits/zz.txt"),
        file(12, "common/traits/sub/a.txt"),
    ];
    let found = verdict(Kind::Object, false, GameVersion::NEWEST, &[(12, "common/traits/sub")], &sites);
    let by = LoadPosition::of_mod(10);
    assert_eq!(found.outcomes[0], CandidateOutcome::FileReplaced { by });
    assert_eq!(found.outcomes[1], CandidateOutcome::Overridden { by: 3 });
    assert_eq!(found.outcomes[3], CandidateOutcome::InForce);
    let hidden = verdict(Kind::Object, false, GameVersion::NEWEST, &[(12, "common/traits")], &sites[1..]);
    let by = LoadPosition::of_mod(12);
    assert_eq!(hidden.outcomes[1], CandidateOutcome::Hidden { by, certainty: Uncertain });
    assert_eq!((hidden.winner, hidden.certainty), (Some(2), Likely.min(hidden.certainty)));
    assert!(!hidden.doubts.contains(&Doubt::ReplacePathOfEarlierMods));
}

#[test]
fn l91_every_rule_and_row_has_a_source() {
    for number in [RuleId::R1, RuleId::R14, RuleId::R15, RuleId::R16, RuleId::R17, RuleId::R18, RuleId::R19] {
        assert!(!rule(number).source.is_empty() && !rule(number).title.is_empty());
    }
    let practice = folder_rule("common/holdings/a.txt", Kind::Object, false, GameVersion::NEWEST).remark;
    assert!(practice.contains("R18"), "{practice}");
    assert_eq!(rule(RuleId::R19).certainty, Certain);
    assert_eq!(rule(RuleId::R16).certainty, Uncertain);
}
