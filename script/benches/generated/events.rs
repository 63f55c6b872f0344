//! Events and effects: deep blocks of triggers and effects.

use ck3_script::Folder;

use super::Writer;

const SCOPES: &[&str] =
    &["root", "scope:actor", "scope:recipient", "liege", "primary_spouse", "scope:target.liege", "prev"];
const TRIGGERS: &[&str] =
    &["is_adult", "is_ruler", "is_imprisoned", "has_trait_rank", "is_at_war", "is_landed", "can_be_married"];
const NUMBERS: &[&str] =
    &["gold", "prestige", "stress", "piety", "learning", "age", "opinion_of_liege", "num_of_relation_friend"];
const EFFECTS: &[&str] =
    &["add_gold", "add_prestige", "add_stress", "add_piety", "change_age", "add_tyranny", "add_dread"];
const BLOCKS: &[&str] =
    &["if", "else_if", "every_vassal", "random_courtier", "hidden_effect", "any_child", "save_scope_as", "random"];

pub(super) fn events(writer: &mut Writer, index: usize, lines: usize) -> Folder {
    writer.line(&format!("namespace = story_{index}"));
    writer.blank();
    for event in 1.. {
        if writer.lines >= lines {
            break;
        }
        if event % 9 == 0 {
            let name = writer.name();
            writer.open(&format!("scripted_trigger {name}_trigger"));
            triggers(writer);
            writer.close();
        }
        one_event(writer, index, event);
        writer.blank();
    }
    Folder::Events
}

fn one_event(writer: &mut Writer, index: usize, event: usize) {
    let name = writer.name();
    writer.line(&format!("# {name}: what happens next, by those who know"));
    writer.open(&format!("story_{index}.{event:04}"));
    writer.line("type = character_event");
    writer.line(&format!("title = story_{index}.{event:04}.t"));
    writer.open("desc");
    writer.open("first_valid");
    writer.open("triggered_desc");
    writer.line(&format!("trigger = {{ NOT = {{ exists = scope:{name} }} }}"));
    writer.line(&format!("desc = story_{index}.{event:04}.desc_{name}"));
    writer.close();
    writer.close();
    writer.close();
    writer.line("theme = intrigue");
    writer.open("left_portrait");
    writer.line("character = root");
    writer.line("animation = worry");
    writer.close();
    writer.open("trigger");
    triggers(writer);
    writer.close();
    writer.open("immediate");
    block(writer, 3);
    writer.close();
    for option in ["a", "b", "c"] {
        writer.open("option");
        writer.line(&format!("name = story_{index}.{event:04}.{option}"));
        block(writer, 2);
        writer.open("ai_chance");
        writer.line("base = 100");
        writer.line("ai_value_modifier = { ai_boldness = 0.5 ai_greed = -0.25 }");
        writer.close();
        writer.close();
        writer.blank();
    }
    writer.close();
}

pub(super) fn effects(writer: &mut Writer, lines: usize) -> Folder {
    while writer.lines < lines {
        let name = writer.name();
        writer.line(&format!("# Parameters: CHARACTER, and what {name} needs"));
        writer.open(&format!("{name}_effect"));
        for _ in 0..=writer.below(3) {
            block(writer, 4);
        }
        writer.close();
        writer.blank();
    }
    Folder::ScriptedEffects
}

fn triggers(writer: &mut Writer) {
    for _ in 0..2 + writer.below(4) {
        match writer.below(5) {
            0 => {
                let (number, operator) = (writer.pick(NUMBERS), writer.pick(&["<", ">", "<=", ">=", "="]));
                let value = writer.below(500);
                writer.line(&format!("{number} {operator} {value}"));
            }
            1 => {
                let scope = writer.pick(SCOPES);
                writer.line(&format!("{scope} ?= {{ is_alive = yes }}"));
            }
            2 => {
                let name = writer.name();
                writer.line(&format!("has_character_flag = {name}"));
            }
            _ => {
                let trigger = writer.pick(TRIGGERS);
                writer.line(&format!("{trigger} = yes"));
            }
        }
    }
}

/// A block of effects; `depth` bounds how deep it goes.
fn block(writer: &mut Writer, depth: usize) {
    for _ in 0..=writer.below(3) {
        match writer.below(6) {
            0 | 1 if depth > 0 => {
                let kind = writer.pick(BLOCKS);
                writer.open(kind);
                writer.open("limit");
                triggers(writer);
                writer.close();
                block(writer, depth - 1);
                writer.close();
            }
            2 => {
                let name = writer.name();
                writer.line(&format!("add_character_modifier = {{ modifier = {name} years = 10 }}"));
            }
            3 => {
                let name = writer.name();
                writer.line(&format!("custom_tooltip = \"{name}_tooltip\" # shown, not run"));
            }
            _ => {
                let effect = writer.pick(EFFECTS);
                let value = writer.below(300);
                writer.line(&format!("{effect} = {value}"));
            }
        }
    }
}
