use std::collections::HashMap;

use reply_registry::{Param, ParamType, Registry, Scalar, Template};

/// The parameters of a message: one for each placeholder, in the order in which they are shown.
///
/// The type is the one told, else the one that other codes give to the name, if it suits the quotes around the
/// placeholder; else what the quotes suggest: text in quotes, a count without.
pub(crate) fn derive(message: &str, told: &HashMap<String, ParamType>, registry: &Registry) -> Vec<Param> {
    // A message that does not parse is reported by the registry's own rules.
    let Ok(template) = Template::parse(message) else { return Vec::new() };
    let customs = customs(registry);
    let mut params: Vec<Param> = Vec::new();
    for name in template.placeholders() {
        if params.iter().any(|param| param.name == name) {
            continue;
        }
        let is_quoted = message.contains(&format!("'{{{name}}}'"));
        let usual = customs.get(name).copied().filter(|ty| ty.is_quoted() == is_quoted);
        let suggested = ParamType::One(if is_quoted { Scalar::Text } else { Scalar::Count });
        let ty = told.get(name).copied().or(usual).unwrap_or(suggested);
        params.push(Param { name: name.to_owned(), ty });
    }
    params
}

/// The type that a name mostly has in this registry.
fn customs(registry: &Registry) -> HashMap<&str, ParamType> {
    let mut counts: HashMap<&str, HashMap<ParamType, usize>> = HashMap::new();
    for param in registry.entries.iter().flat_map(|entry| &entry.params) {
        *counts.entry(&param.name).or_default().entry(param.ty).or_default() += 1;
    }
    let most =
        |types: HashMap<ParamType, usize>| types.into_iter().max_by_key(|(ty, count)| (*count, *ty)).map(|(ty, _)| ty);
    counts.into_iter().filter_map(|(name, types)| Some((name, most(types)?))).collect()
}
