//! History, traits, titles, interface and defines.

use ck3_script::Folder;

use super::Writer;

pub(super) fn characters(writer: &mut Writer, lines: usize) -> Folder {
    while writer.lines < lines {
        let id = 100_000 + writer.below(900_000);
        writer.open(&id.to_string());
        let name = writer.pick(&["Æthelred", "Gunhild", "Mahmud", "Béla", "Yaroslav", "Theodora", "Tughril"]);
        writer.line(&format!("name = \"{name}\""));
        let dynasty = writer.below(20_000);
        writer.line(&format!("dynasty = {dynasty} # of the old house"));
        writer.line("religion = catholic");
        writer.line("culture = anglo_saxon");
        for attribute in ["martial", "diplomacy", "intrigue", "stewardship"] {
            let value = writer.below(20);
            writer.line(&format!("{attribute} = {value}"));
        }
        writer.line("trait = education_martial_3");
        let year = 850 + writer.below(300);
        writer.open(&format!("{year}.4.12"));
        writer.line("birth = yes");
        writer.close();
        writer.line(&format!("{}.11.2={{", year + 20));
        let spouse = writer.below(900_000);
        writer.line(&format!("\tadd_spouse={spouse}"));
        writer.line("}");
        writer.line(&format!("{}.1.1 = {{ death = {{ death_reason = death_battle }} }}", year + 55));
        writer.close();
        writer.blank();
    }
    Folder::HistoryCharacters
}

pub(super) fn traits(writer: &mut Writer, lines: usize) -> Folder {
    writer.line("@pos_compat_high = 30");
    writer.line("@cost = @[pos_compat_high * 2 + 1]");
    while writer.lines < lines {
        let name = writer.name();
        writer.line(&format!("#### {name} ####"));
        writer.open(&name);
        writer.line("category = personality");
        let other = writer.name();
        writer.line(&format!("opposites = {{ {other} }}"));
        for modifier in ["monthly_prestige_mult", "attraction_opinion", "stress_gain_mult", "ai_honor"] {
            let value = writer.below(100);
            writer.line(&format!("{modifier} = 0.{value:02}"));
        }
        writer.open("desc");
        writer.open("first_valid");
        writer.line(&format!(
            "triggered_desc = {{ trigger = {{ NOT = {{ exists = this }} }} desc = trait_{name}_desc }}"
        ));
        writer.line(&format!("desc = trait_{name}_character_desc"));
        writer.close();
        writer.close();
        writer.open("compatibility");
        writer.line("brave = @pos_compat_high");
        writer.line("craven = -30");
        writer.close();
        writer.line("color = hsv { 0.62 0.4 0.9 }");
        writer.close();
        writer.blank();
    }
    Folder::Objects
}

pub(super) fn titles(writer: &mut Writer, lines: usize) -> Folder {
    while writer.lines < lines {
        for prefix in ["e", "k", "d", "c"] {
            let name = writer.name();
            writer.open(&format!("{prefix}_{name}"));
            let (red, green) = (writer.below(256), writer.below(256));
            writer.line(&format!("color = {{ {red} {green} 48 }}"));
        }
        for _ in 0..3 {
            let (name, province) = (writer.name(), writer.below(9000));
            writer.line(&format!("b_{name} = {{ province = {province} color = {{ 10 20 30 }} }}"));
        }
        for _ in 0..4 {
            writer.close();
        }
    }
    Folder::LandedTitles
}

pub(super) fn interface(writer: &mut Writer, lines: usize) -> Folder {
    while writer.lines < lines {
        let name = writer.name();
        writer.line(&format!("types Types_{name}"));
        writer.line("{");
        writer.depth += 1;
        for part in 0..4 {
            writer.line(&format!("type widget_{name}_{part} = hbox {{"));
            writer.depth += 1;
            writer.line("layoutpolicy_horizontal = expanding");
            writer.line("size = { 100% 40 }");
            writer.open("text_single");
            writer.line(&format!("text = \"[Character.GetName|U] {name}\""));
            writer.line("visible = \"[And( IsValid, Not( GetPlayer.IsDead ) )]\"");
            writer.line("using = Font_Size_Medium");
            writer.close();
            writer.close();
        }
        writer.depth -= 1;
        writer.line("}");
        writer.blank();
    }
    Folder::Gui
}

pub(super) fn defines(writer: &mut Writer, lines: usize) -> Folder {
    while writer.lines < lines {
        let group = writer.name();
        writer.open(&format!("N_{group}"));
        for _ in 0..30 {
            let (name, value) = (writer.name().to_uppercase(), writer.below(1000));
            writer.line(&format!("{name} = {value} # how much of it, in the unit that the name says"));
        }
        writer.close();
    }
    Folder::Defines
}
