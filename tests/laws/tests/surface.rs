//! What a reply and its builder offer, all of it (L11, L12, L14): a compile-fail case shows one mistake, this shows that there is
//! no other. It is read from the sources of `reply-core`, which alone can add to them.
#![allow(clippy::unwrap_used, reason = "what a test relies on may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, Type, Visibility};

/// The types whose surface is law, what the builder falls back to, and what the first two hold.
const TYPES: [&str; 5] = ["Reply", "Terminal", "ReplyBuilder", "WithoutCodes", "ReplyBody"];

/// What the builder offers, and why it is not a fifth ending.
const BUILDER: [(&str, &str); 14] = [
    ("ask", "suspends the call until a person has answered; this run gives no reply (L26)"),
    ("cancellation", "says whether the call was cancelled; no part of a reply"),
    ("commit", "passes the commit point; of a cancelled call it ends the run, whose caller has an answer (L27)"),
    ("denied", "an ending"),
    ("error", "an ending"),
    ("error_with_report", "the ending `error`, with a report for the crash file that no agent sees"),
    ("invalid", "an ending"),
    ("prepare_success", "the ending `success`, written before the change that makes it true (L27)"),
    ("progress", "reports how far the call is; no part of a reply"),
    ("require", "goes on, or ends with an ending that the caller chooses"),
    ("require_some", "goes on, or ends with an ending that the caller chooses"),
    ("success", "an ending"),
    ("took_place", "states that the change was made; gives no reply (L27)"),
    ("trace_id", "for a journal; the reply does not carry it (L12)"),
];

/// What a builder offers whose tool states no codes: the endings, so that the compiler reports the missing codes once.
const WITHOUT_CODES: [&str; 6] = ["denied", "error", "error_with_report", "invalid", "prepare_success", "success"];

/// Everything that a reply tells.
const REPLY: [&str; 2] = ["fn code (& self) -> CodeRef", "fn reply_type (& self) -> ReplyType"];

/// What public functions elsewhere give a reply, and why that is no way around the builder.
const ELSEWHERE: [(&str, &str); 2] = [
    ("into_terminal", "of a trait that nothing implements: `?` on another error names what to do"),
    ("run", "a tool: it gives what its builder gave"),
];

/// What `reply-core` says about the types.
#[derive(Default)]
struct Surface {
    /// `field: visibility type`, by type.
    fields: BTreeMap<String, Vec<String>>,
    visibility: BTreeMap<String, String>,
    /// The signatures of public functions in inherent implementations, by type.
    public: BTreeMap<String, BTreeSet<String>>,
    /// Everything else there that is public or not a function.
    other: BTreeSet<String>,
    /// The traits, by type; derived ones too.
    traits: BTreeMap<String, BTreeSet<String>>,
    /// Public functions elsewhere that give a reply.
    elsewhere: BTreeSet<String>,
    /// The types that have another name.
    aliases: BTreeSet<String>,
    /// Whether an inherent implementation of one of the types is being read.
    is_inside: bool,
}

impl Surface {
    fn read() -> Self {
        let mut files = Vec::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reply-core/src"), &mut files);
        let mut macros = Macros::default();
        for file in &files {
            macros.visit_file(file);
        }
        let mut surface = Self::default();
        for file in files.iter().chain(&macros.expanded()) {
            surface.visit_file(file);
        }
        surface
    }

    fn signatures(&self, name: &str) -> Vec<&str> {
        self.public.get(name).into_iter().flatten().map(String::as_str).collect()
    }

    /// The names of the public functions.
    fn names(&self, name: &str) -> Vec<&str> {
        let name_of = |signature: &'_ str| -> usize { signature.find("fn ").unwrap() + 3 };
        let signatures = self.signatures(name).into_iter();
        let mut names: Vec<&str> =
            signatures.map(|signature| signature[name_of(signature)..].split(' ').next().unwrap()).collect();
        names.sort_unstable();
        names
    }

    fn traits(&self, name: &str) -> Vec<&str> {
        self.traits.get(name).into_iter().flatten().map(String::as_str).collect()
    }
}

impl<'f> Visit<'f> for Surface {
    fn visit_item(&mut self, item: &'f Item) {
        match item {
            Item::Mod(module) if is_test(&module.attrs) => return,
            Item::Struct(of) if TYPES.contains(&of.ident.to_string().as_str()) => {
                let name = of.ident.to_string();
                let field = |field: &syn::Field| {
                    let (vis, name) =
                        (text(&field.vis), field.ident.as_ref().map(Ident::to_string).unwrap_or_default());
                    format!("{vis} {name}: {}", text(&field.ty)).trim().to_owned()
                };
                self.fields.insert(name.clone(), of.fields.iter().map(field).collect());
                self.visibility.insert(name.clone(), text(&of.vis));
                for attribute in of.attrs.iter().filter(|attribute| attribute.path().is_ident("derive")) {
                    self.traits.entry(name.clone()).or_default().insert(text(attribute));
                }
            }
            Item::Type(alias) => {
                let named = sealed(&alias.ty).map(|name| format!("type {} = {name}", alias.ident));
                self.aliases.extend(named);
            }
            Item::Use(used) => {
                let text = text(&used.tree);
                let renamed =
                    |name: &&str| text.split(' ').zip(text.split(' ').skip(1)).any(|two| two == (*name, "as"));
                self.aliases.extend(TYPES.into_iter().filter(renamed).map(|name| format!("use {name} as …")));
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, of: &'f syn::ItemImpl) {
        let name = sealed(&of.self_ty);
        let is_inherent = of.trait_.is_none() && name.is_some();
        if let Some(name) = name {
            if let Some((path, _)) = &of.trait_ {
                let path = path.segments.last().unwrap().ident.to_string();
                self.traits.entry(name.clone()).or_default().insert(path);
            } else {
                for item in &of.items {
                    match item {
                        ImplItem::Fn(function) if is_public(&function.vis) => {
                            self.public.entry(name.clone()).or_default().insert(text(&function.sig));
                        }
                        ImplItem::Fn(_) => {}
                        other => _ = self.other.insert(format!("{name}: {}", text(other))),
                    }
                }
            }
        }
        let is_around = std::mem::replace(&mut self.is_inside, is_inherent);
        visit::visit_item_impl(self, of);
        self.is_inside = is_around;
    }

    fn visit_impl_item_fn(&mut self, function: &'f syn::ImplItemFn) {
        if is_public(&function.vis) && !self.is_inside {
            self.gives(&function.sig);
        }
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_item_fn(&mut self, function: &'f syn::ItemFn) {
        if is_public(&function.vis) {
            self.gives(&function.sig);
        }
        visit::visit_item_fn(self, function);
    }

    /// A function of a trait is as public as the trait.
    fn visit_trait_item_fn(&mut self, function: &'f syn::TraitItemFn) {
        self.gives(&function.sig);
        visit::visit_trait_item_fn(self, function);
    }
}

impl Surface {
    fn gives(&mut self, function: &syn::Signature) {
        let given = function.output.to_token_stream();
        if mentions(&given, &|word| ["Reply", "Terminal", "ReplyResult", "ReplyFuture"].contains(&word)) {
            self.elsewhere.insert(function.ident.to_string());
        }
    }
}

/// The macros of the crate that implement something, with the types that they are invoked with.
#[derive(Default)]
struct Macros {
    /// What a macro writes, by its name.
    bodies: BTreeMap<String, Vec<TokenStream>>,
    invoked: BTreeMap<String, BTreeSet<&'static str>>,
}

impl<'f> Visit<'f> for Macros {
    fn visit_item_mod(&mut self, module: &'f syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_macro(&mut self, of: &'f syn::ItemMacro) {
        if let Some(name) = &of.ident {
            let tokens: Vec<TokenTree> = of.mac.tokens.clone().into_iter().collect();
            let written = tokens.windows(3).filter_map(|three| match three {
                [TokenTree::Punct(equals), TokenTree::Punct(greater), TokenTree::Group(body)]
                    if equals.as_char() == '=' && greater.as_char() == '>' =>
                {
                    Some(body.stream()).filter(|body| mentions(body, &|word| word == "impl"))
                }
                _ => None,
            });
            self.bodies.entry(name.to_string()).or_default().extend(written);
        }
        visit::visit_item_macro(self, of);
    }

    fn visit_macro(&mut self, of: &'f syn::Macro) {
        let name = of.path.segments.last().unwrap().ident.to_string();
        let named = TYPES.into_iter().filter(|name| mentions(&of.tokens, &|word| word == *name));
        self.invoked.entry(name).or_default().extend(named);
    }
}

impl Macros {
    /// What they write about the types, each read as if it were written out.
    fn expanded(&self) -> Vec<syn::File> {
        let mut files = Vec::new();
        for (name, bodies) in &self.bodies {
            for body in bodies {
                let mut types = self.invoked.get(name).cloned().unwrap_or_default();
                // A type can also be named by the macro itself.
                if types.is_empty() && mentions(body, &|word| TYPES.contains(&word)) {
                    types.insert("Other");
                }
                files.extend(types.into_iter().map(|of| {
                    syn::parse2(substituted(body.clone(), of)).unwrap_or_else(|error| {
                        panic!("what `{name}!` writes about `{of}` cannot be read here ({error}): write it out (L14)")
                    })
                }));
            }
        }
        files
    }
}

/// What a macro writes for one type: each repetition once, and the type for every variable.
fn substituted(body: TokenStream, name: &str) -> TokenStream {
    let mut written = TokenStream::new();
    let mut tokens = body.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '$' => match tokens.next() {
                Some(TokenTree::Group(repeated)) if repeated.delimiter() == Delimiter::Parenthesis => {
                    written.extend(substituted(repeated.stream(), name));
                    // Up to the sign of the repetition, over what separates.
                    while let Some(TokenTree::Punct(sign)) = tokens.next() {
                        if "+*?".contains(sign.as_char()) {
                            break;
                        }
                    }
                }
                _ => written.extend([TokenTree::Ident(Ident::new(name, sign.span()))]),
            },
            TokenTree::Group(group) => {
                let inner = substituted(group.stream(), name);
                written.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            token => written.extend([token]),
        }
    }
    written
}

/// Every source of the crate but its tests.
fn collect(folder: &Path, files: &mut Vec<syn::File>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ext| ext == "rs") && !path.to_string_lossy().ends_with("tests.rs") {
            files.push(syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap());
        }
    }
}

/// Which of the types it is, behind any path and with any parameters.
fn sealed(of: &Type) -> Option<String> {
    let Type::Path(path) = of else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    TYPES.contains(&name.as_str()).then_some(name)
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg") && text(attribute).contains("test"))
}

fn text(of: &impl ToTokens) -> String {
    of.to_token_stream().to_string()
}

fn mentions(tokens: &TokenStream, is_meant: &dyn Fn(&str) -> bool) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => is_meant(&word.to_string()),
        TokenTree::Group(group) => mentions(&group.stream(), is_meant),
        _ => false,
    })
}

fn named<const N: usize>(table: [(&'static str, &str); N]) -> Vec<&'static str> {
    assert!(table.iter().all(|(_, reason)| !reason.is_empty()));
    table.map(|(name, _)| name).to_vec()
}

#[test]
fn l11_a_reply_holds_code_and_data_and_only_its_own_module_reaches_them() {
    let surface = Surface::read();
    for reply in ["Reply", "Terminal"] {
        assert_eq!(surface.fields[reply], ["body: ReplyBody", "call: OfCall < 'c >"], "L11: {reply} holds no more");
    }
    let body = ["pub (crate) code: CodeRef", "pub (crate) data: ReplyPayload"];
    assert_eq!(surface.fields["ReplyBody"], body, "L11: a reply holds its code, which has its type, and its data");
    assert_eq!(surface.visibility["ReplyBody"], "pub (crate)", "L11: nobody outside holds what a reply holds");
    assert!(surface.fields["ReplyBuilder"].iter().all(|field| !field.starts_with("pub")), "L13: no public field");
}

#[test]
fn l12_a_reply_tells_its_type_and_its_code_and_nothing_changes_it() {
    let surface = Surface::read();
    for (reply, traits) in [("Reply", &["Debug"][..]), ("Terminal", &["Debug", "From"])] {
        let more = "a public function is a way to change a reply, or to learn of its call: put it on the builder or the envelope";
        assert_eq!(surface.signatures(reply), REPLY, "L11, L12: {reply}: {more}");
        assert_eq!(surface.traits(reply), traits, "L11, L12: {reply}: a trait offers what a function would");
    }
    assert_eq!(
        surface.traits("ReplyBody"),
        ["# [derive (Debug)]"],
        "L11: what a reply holds is not copied or read back"
    );
}

#[test]
fn l14_the_builder_offers_the_four_endings_and_no_other_way_to_a_reply() {
    let surface = Surface::read();
    let more = "what is not one of the four endings is listed here with the reason why it is no fifth";
    assert_eq!(surface.names("ReplyBuilder"), named(BUILDER), "L14: {more}");
    assert_eq!(surface.names("WithoutCodes"), WITHOUT_CODES, "L14: the same endings, for a tool without codes");
    assert_eq!(surface.traits("ReplyBuilder"), ["Debug", "Deref"], "L14: a trait offers what a function would");
    assert_eq!(surface.traits("WithoutCodes"), ["# [derive (Debug)]"], "L14: a trait offers what a function would");
    let elsewhere: Vec<&str> = surface.elsewhere.iter().map(String::as_str).collect();
    assert_eq!(elsewhere, named(ELSEWHERE), "L14: only the builder gives a reply");
    assert!(surface.other.is_empty() && surface.aliases.is_empty(), "L14: {:?} {:?}", surface.other, surface.aliases);
}

#[test]
fn what_a_macro_writes_about_a_type_is_read_as_if_it_were_written_out() {
    let file = syn::parse_str::<syn::File>(
        "macro_rules! itself { () => { impl Terminal<'_> { pub fn late(&self) {} } }; } itself!();
         macro_rules! more { ($($of:ident),+) => {$( impl $of<'_> { pub fn trace(&self) {} } )+}; } more!(Reply, Other);
         fn hidden() { impl Reply<'_> { pub fn set(&mut self) {} pub const TIME: u8 = 0; } }
         use x::Reply as R; type A<'c> = Reply<'c>; pub fn free() -> Result<Reply<'static>, ()> { loop {} }",
    )
    .unwrap();
    let mut macros = Macros::default();
    macros.visit_file(&file);
    let mut surface = Surface::default();
    surface.visit_file(&file);
    macros.expanded().iter().for_each(|file| surface.visit_file(file));
    assert_eq!(surface.signatures("Reply"), ["fn set (& mut self)", "fn trace (& self)"]);
    assert_eq!(surface.signatures("Terminal"), ["fn late (& self)"]);
    assert_eq!((surface.other.len(), surface.aliases.len()), (1, 2), "{:?} {:?}", surface.other, surface.aliases);
    assert_eq!(surface.elsewhere.iter().collect::<Vec<_>>(), ["free"]);
}
