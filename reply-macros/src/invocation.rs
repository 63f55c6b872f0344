//! What a call of `registry!` says: the path, and the layers where it states them.

use reply_registry::{Finding, Registry, ReplyType, Rule};
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Token, braced};

/// `registry!("../registry.toml")`, or with the layers that the registry must have:
/// `registry!("../registry.toml", layers { WA: SIE, EN: SDE })`.
pub(crate) struct Invocation {
    pub(crate) path: LitStr,
    stated: Option<Vec<(Ident, Ident)>>,
}

impl Parse for Invocation {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.parse()?;
        if input.is_empty() {
            return Ok(Self { path, stated: None });
        }
        input.parse::<Token![,]>()?;
        let word: Ident = input.parse()?;
        if word != "layers" {
            return Err(syn::Error::new(word.span(), "write `layers { WA: SIE, … }`, or nothing after the path"));
        }
        let content;
        braced!(content in input);
        let stated = content.parse_terminated(layer, Token![,])?;
        Ok(Self { path, stated: Some(stated.into_iter().collect()) })
    }
}

/// `WA: SIE`.
fn layer(input: ParseStream<'_>) -> syn::Result<(Ident, Ident)> {
    let name = input.parse()?;
    input.parse::<Token![:]>()?;
    Ok((name, input.parse()?))
}

impl Invocation {
    /// What differs between the layers that are stated here and those of the registry (L04).
    pub(crate) fn differences(&self, registry: &Registry) -> Vec<Finding> {
        let Some(stated) = &self.stated else { return Vec::new() };
        let stated: Vec<(String, String)> =
            stated.iter().map(|(name, types)| (name.to_string(), types.to_string())).collect();
        let declared: Vec<(String, String)> =
            registry.layers.iter().map(|layer| (layer.name.clone(), layer.letters())).collect();
        let mut findings = Vec::new();
        for (name, types) in &declared {
            match stated.iter().find(|(other, _)| other == name) {
                None => findings.push(finding(format!("layer {name} is in the registry and not stated here"))),
                Some((_, stated)) if sorted(stated) != *types => {
                    findings
                        .push(finding(format!("layer {name} is stated to answer {stated}; the registry says {types}")));
                }
                Some(_) => {}
            }
        }
        for (name, _) in stated.iter().filter(|(name, _)| !declared.iter().any(|(other, _)| other == name)) {
            findings.push(finding(format!("layer {name} is stated here and not in the registry")));
        }
        findings
    }
}

/// The letters in the order S, I, D, E.
fn sorted(types: &str) -> String {
    ReplyType::ALL.iter().map(|kind| kind.as_str()).filter(|letter| types.contains(letter)).collect()
}

fn finding(message: String) -> Finding {
    let help = "a change of layers is recorded by `cargo reply revise --because \"…\"`, which brings this along";
    Finding::new(Rule::LayersStated, message, help)
}
