use crate::ParamType;
use crate::code::Code;
use crate::draft::{Draft, DraftEntry, Located};
use crate::finding::Findings;
use crate::nearest::did_you_mean;
use crate::role::Role;
use crate::rule::Rule;

/// L21: every role of the wrapper has a code, and there are no other roles.
pub(super) fn are_complete(draft: &Draft, findings: &mut Findings<'_>) {
    let names = Role::ALL.map(Role::as_str);
    for (name, _) in &draft.roles {
        if !names.contains(&name.value.as_str()) {
            let message = format!("there is no role `{}`", name.value);
            let label = did_you_mean(&name.value, &names).unwrap_or_else(|| "not a role".to_owned());
            findings.add(Rule::RoleComplete, &name.at, message, label, format!("the roles are {}", names.join(", ")));
        }
    }
    for role in Role::ALL {
        if !draft.roles.iter().any(|(name, _)| name.value == role.as_str()) {
            let at = draft.roles_at.clone().unwrap_or(0..0);
            let message = format!("no code plays the role `{}`", role.as_str());
            let help = format!("add `{} = \"…-…-{}-…\"` to `[roles]`", role.as_str(), role.reply_type());
            findings.add(Rule::RoleComplete, &at, message, "", help);
        }
    }
}

/// L21: a role's code exists, can be used, and is what the wrapper can fill in.
pub(super) fn fit_their_codes(draft: &Draft, findings: &mut Findings<'_>) {
    for (name, code) in &draft.roles {
        let Some(role) = Role::ALL.into_iter().find(|role| role.as_str() == name.value) else { continue };
        let Some(entry) =
            draft.entries.iter().find(|entry| entry.code.as_ref().is_some_and(|other| other.value == code.value))
        else {
            let message = format!("role `{}` names {}, which is not in the registry", name.value, code.value);
            findings.add(Rule::RoleNamesCode, &code.at, message, "no such code", "name a code that has an entry");
            continue;
        };
        if entry.reserved.is_some() || entry.retired.is_some() {
            let message = format!("role `{}` names {}, which cannot be constructed", name.value, code.value);
            findings.add(Rule::RoleNamesCode, &code.at, message, "reserved or retired", "name an active code");
            continue;
        }
        fits(role, code, entry, findings);
    }
    have_one_layer(draft, findings);
}

/// The wrapper answers for one layer: the transport's, whatever a registry calls it. It is the layer of most roles.
fn have_one_layer(draft: &Draft, findings: &mut Findings<'_>) {
    let layers = draft.roles.iter().filter_map(|(name, code)| {
        let layer = code.value.parse::<Code>().ok()?.layer().to_owned();
        Some((name, code, layer))
    });
    let layers: Vec<(&Located<String>, &Located<String>, String)> = layers.collect();
    let count = |wanted: &str| layers.iter().filter(|(.., layer)| layer == wanted).count();
    let Some((.., wrapper)) = layers.iter().rev().max_by_key(|(.., layer)| count(layer)) else { return };
    for (name, code, layer) in layers.iter().filter(|(.., layer)| layer != wrapper) {
        let message = format!("role `{}` is played by {layer}, the others by {wrapper}", name.value);
        let help = format!("the wrapper speaks for one layer: name a code of {wrapper}");
        findings.add(Rule::RoleFits, &code.at, message, "another layer", help);
    }
}

fn fits(role: Role, code: &Located<String>, entry: &DraftEntry, findings: &mut Findings<'_>) {
    let wanted = role.reply_type();
    if let Ok(parsed) = code.value.parse::<Code>()
        && parsed.reply_type() != wanted
    {
        let message = format!("role `{}` needs a code of type {wanted}, not {}", role.as_str(), code.value);
        findings.add(Rule::RoleFits, &code.at, message, "not of that type", "name a code of the role's type");
    }
    let declared: Vec<(&str, Option<ParamType>)> =
        entry.params.iter().map(|param| (param.name.value.as_str(), param.ty.as_ref().map(|ty| ty.value))).collect();
    let filled: Vec<(&str, Option<ParamType>)> = role.params().iter().map(|(name, ty)| (*name, Some(*ty))).collect();
    if declared != filled {
        let message = format!("{} plays the role `{}`, which fills in {}", code.value, role.as_str(), describe(role));
        let at = entry.params.first().map_or_else(|| entry.anchor().clone(), |param| param.name.at.clone());
        findings.add(Rule::RoleFits, &at, message, "does not fit the role", format!("declare {} here", describe(role)));
    }
}

fn describe(role: Role) -> String {
    match role.params() {
        [] => "no parameters".to_owned(),
        params => {
            let list: Vec<String> = params.iter().map(|(name, ty)| format!("`{name} = {}`", ty.toml())).collect();
            list.join(", ")
        }
    }
}
