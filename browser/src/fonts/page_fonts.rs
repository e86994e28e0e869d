//! The fonts of one page: which of them draws which character of which style.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ashlar_layout::css::properties::longhands::Font;
use ashlar_layout::css::values::font::{FontFamilyName, FontStyle, FontSynthesis, GenericFamily};
use ashlar_layout::text::font_source::{FontInstanceId, FontMetrics, FontSource, ShapeRequest, ShapedRun};
use rustc_hash::{FxHashMap, FxHasher};
use skrifa::Tag;
use smallvec::SmallVec;
use url::Url;

use super::face::{ColorFormat, Face};
use super::glyphs::PageGlyphs;
use super::instance::{self, Instance, InstanceDescription, InstanceKey, MetricsOverride};
use super::library::FontLibrary;
use super::matching::{Slant, Wish};
use super::presentation::Presentation;
use super::shape::Shaping;
use super::web_fonts::{FontLoader, WebFonts};
use crate::diagnostics::Diagnostics;
use crate::style::stylesheet::FontFaceRule;

/// AD-HOC: from this weight on browsers embolden a face that is lighter.
const BOLD_THRESHOLD: f32 = 600.0;
/// AD-HOC: from this angle on browsers slant a face that is upright.
const OBLIQUE_THRESHOLD: f32 = 14.0;
/// The family that draws what no family of the list has, before fonts are looked for by character.
const STANDARD: &str = "times new roman";

/// A member of a family list.
#[derive(Debug)]
enum Link {
    /// A family of the library.
    Library(Arc<Face>, Option<FontInstanceId>),
    /// A family of the page: its files, each with the instance once loaded (`Some(None)` when there is none).
    Web(Vec<(usize, Option<Option<FontInstanceId>>)>),
}

/// Everything known about the font properties of a style.
pub(super) struct Group {
    pub(super) font: Font,
    chain: Vec<Link>,
    primary: Option<FontInstanceId>,
    characters: FxHashMap<char, FontInstanceId>,
    pub(super) language: Option<harfrust::Language>,
}

impl Group {
    /// Whether the list begins with a font that is for all characters.
    pub(super) fn begins_with_whole_font(&self) -> bool {
        matches!(self.chain.first(), Some(Link::Library(..)))
    }
}

/// Where the faces of a family list come from decides what may be made up.
#[derive(Clone, Copy)]
enum Origin {
    Library,
    Web(usize),
    Fallback,
}

/// What changes while a page is laid out.
pub(super) struct State {
    pub(super) groups: Vec<Group>,
    group_index: FxHashMap<u64, SmallVec<[u32; 1]>>,
    latest: Option<u32>,
    pub(super) instances: Vec<Arc<Instance>>,
    instance_index: FxHashMap<InstanceKey, FontInstanceId>,
    web: WebFonts,
    pub(super) shaping: Shaping,
}

/// The fonts of one page, as layout asks for them. One thread lays out a page.
pub struct PageFonts<'a> {
    library: &'a FontLibrary,
    loader: Box<FontLoader<'a>>,
    diagnostics: Diagnostics,
    state: RefCell<State>,
}

impl std::fmt::Debug for PageFonts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageFonts").finish_non_exhaustive()
    }
}

impl<'a> PageFonts<'a> {
    /// The library's fonts and those of the page's `@font-face` rules, in the order of the cascade. A rule's file is
    /// asked from `loader` when a character needs it.
    pub fn new<'r>(
        library: &'a FontLibrary,
        rules: impl IntoIterator<Item = &'r FontFaceRule>,
        loader: impl Fn(&Url) -> Option<Vec<u8>> + 'a,
        diagnostics: Diagnostics,
    ) -> Self {
        let mut web = WebFonts::default();
        for rule in rules {
            web.add(rule);
        }
        let state = State {
            groups: Vec::new(),
            group_index: FxHashMap::default(),
            latest: None,
            instances: Vec::new(),
            instance_index: FxHashMap::default(),
            web,
            shaping: Shaping::default(),
        };
        Self { library, loader: Box::new(loader), diagnostics, state: RefCell::new(state) }
    }

    /// The files that Latin text in these styles will need, so that they can be fetched together ahead of layout.
    pub fn files_for<'f>(&self, fonts: impl IntoIterator<Item = &'f Font>) -> Vec<Url> {
        let state = self.state.borrow();
        let mut urls: Vec<Url> = Vec::new();
        for font in fonts {
            for name in &*font.font_family.0 {
                let FontFamilyName::Named(name) = name else { continue };
                let Some(faces) = state.web.nearest(name, wish(font)) else { continue };
                for url in state.web.urls(&faces) {
                    if !urls.contains(url) {
                        urls.push(url.clone());
                    }
                }
            }
        }
        urls
    }

    /// The glyphs of everything that was shaped, for threads that draw them. Keys are the numbers of instances.
    pub fn glyphs(&self) -> PageGlyphs {
        PageGlyphs::new(self.state.borrow().instances.clone())
    }

    /// The group of a style, made if it is new.
    pub(super) fn group(&self, state: &mut State, font: &Font) -> usize {
        if let Some(latest) = state.latest
            && is_same(&state.groups[latest as usize].font, font)
        {
            return latest as usize;
        }
        let hash = hash(font);
        let known = state
            .group_index
            .get(&hash)
            .and_then(|list| list.iter().find(|index| is_same(&state.groups[**index as usize].font, font)));
        let index = match known {
            Some(index) => *index,
            None => {
                let group = self.new_group(state, font);
                let index = state.groups.len() as u32;
                state.groups.push(group);
                state.group_index.entry(hash).or_default().push(index);
                index
            }
        };
        state.latest = Some(index);
        index as usize
    }

    fn new_group(&self, state: &State, font: &Font) -> Group {
        let wish = wish(font);
        let mut chain: Vec<Link> = Vec::new();
        for name in &*font.font_family.0 {
            let link = match name {
                FontFamilyName::Named(name) => match state.web.nearest(name, wish) {
                    Some(faces) => Some(Link::Web(faces.into_iter().map(|face| (face, None)).collect())),
                    None => self.library.face(name, wish).map(|face| Link::Library(face, None)),
                },
                FontFamilyName::Generic(generic) => generic_name(*generic)
                    .and_then(|name| self.library.face(name, wish))
                    .map(|face| Link::Library(face, None)),
            };
            chain.extend(link);
        }
        chain.extend(self.library.face(STANDARD, wish).map(|face| Link::Library(face, None)));
        let language = font.language.as_deref().and_then(harfrust::Language::new);
        Group { font: font.clone(), chain, primary: None, characters: FxHashMap::default(), language }
    }

    /// The first available font of a group: [the first that has a space](https://www.w3.org/TR/css-fonts-4/#first-available-font)
    /// as far as its `unicode-range` goes.
    pub(super) fn primary(&self, state: &mut State, group: usize) -> FontInstanceId {
        if let Some(primary) = state.groups[group].primary {
            return primary;
        }
        let found =
            (0..state.groups[group].chain.len()).find_map(|link| self.candidate(state, group, link, ' ', &|_| true));
        let primary = found.expect("invariant: the embedded standard family is at the end of each list");
        state.groups[group].primary = Some(primary);
        primary
    }

    /// The instance of a member of a group's list that draws a character, if it does.
    fn candidate(
        &self,
        state: &mut State,
        group: usize,
        link: usize,
        c: char,
        accept: &dyn Fn(&Face) -> bool,
    ) -> Option<FontInstanceId> {
        let files = match &state.groups[group].chain[link] {
            Link::Library(face, instance) => {
                if !accept(face) {
                    return None;
                }
                if let Some(known) = instance {
                    return Some(*known);
                }
                let face = Arc::clone(face);
                let made = self.instance(state, group, &face, Origin::Library);
                if let Link::Library(_, instance) = &mut state.groups[group].chain[link] {
                    *instance = Some(made);
                }
                return Some(made);
            }
            Link::Web(files) => files.len(),
        };
        (0..files).find_map(|file| {
            let Link::Web(files) = &state.groups[group].chain[link] else { return None };
            let (rule, known) = files[file];
            if !state.web.face(rule).is_for(c) {
                return None;
            }
            let instance = known.unwrap_or_else(|| {
                let face = state.web.load(rule, self.library, &*self.loader, &self.diagnostics);
                let made = face.map(|face| self.instance(state, group, &face, Origin::Web(rule)));
                if let Link::Web(files) = &mut state.groups[group].chain[link] {
                    files[file].1 = Some(made);
                }
                made
            })?;
            accept(&state.instances[instance.0 as usize].face).then_some(instance)
        })
    }

    /// An instance of a face for a group.
    fn instance(&self, state: &mut State, group: usize, face: &Arc<Face>, origin: Origin) -> FontInstanceId {
        let font = &state.groups[group].font;
        let (mut adjust, mut metrics, mut can, mut variations) =
            (1.0, MetricsOverride::default(), face.capabilities(), Vec::new());
        let mut wish = wish(font);
        let mut features = Arc::default();
        if let Origin::Web(rule) = origin {
            let rule = state.web.face(rule);
            can = rule.capabilities_of(face);
            features = Arc::clone(&rule.features);
            wish.style = within(wish.style, can.slant);
            (adjust, metrics) = (rule.size_adjust(), rule.metrics());
            variations.extend(rule.variations.iter().map(|(tag, value)| (Tag::new(tag), *value)));
            wish.weight = wish.weight.clamp(can.weight.0, can.weight.1);
            wish.width = wish.width.clamp(can.width.0, can.width.1);
        }
        let size = font.font_size.px;
        let optical = (font.font_optical_sizing == ashlar_layout::css::values::font::FontOpticalSizing::Auto)
            .then_some(size * adjust);
        let mut all = instance::style_variations(face, wish.weight, wish.width, wish.style, optical);
        all.append(&mut variations);
        all.extend(font.font_variation_settings.0.iter().map(|(tag, value)| (Tag::new(tag), *value)));
        let weight = font.font_weight.0;
        let bolder = match origin {
            Origin::Library => weight > can.weight.1 + 200.0,
            Origin::Web(_) | Origin::Fallback => weight >= BOLD_THRESHOLD && can.weight.1 < BOLD_THRESHOLD,
        };
        let slanted = matches!(font.font_style, FontStyle::Italic)
            || matches!(font.font_style, FontStyle::Oblique(angle) if angle >= OBLIQUE_THRESHOLD);
        let description = InstanceDescription {
            size: size * adjust,
            variations: all,
            synthetic_bold: bolder && font.font_synthesis.contains(FontSynthesis::WEIGHT),
            synthetic_oblique: slanted
                && can.slant == Slant::Normal
                && font.font_synthesis.contains(FontSynthesis::STYLE),
            metrics,
            features,
        };
        let wanted_x_height = font.font_size_adjust;
        let made = intern(state, face, &description);
        let has = state.instances[made.0 as usize].metrics.x_height;
        match wanted_x_height {
            // § 3.6: the size at which the font's x has the wanted height.
            Some(wanted) if has > 0.0 => {
                let size = description.size * wanted / (has / description.size);
                intern(state, face, &InstanceDescription { size, ..description })
            }
            _ => made,
        }
    }

    /// The same instance at another size.
    pub(super) fn resized(state: &mut State, instance: FontInstanceId, factor: f32) -> FontInstanceId {
        let of = Arc::clone(&state.instances[instance.0 as usize]);
        let description = InstanceDescription {
            size: of.asked_size * factor,
            variations: Vec::new(),
            synthetic_bold: of.synthetic_bold,
            synthetic_oblique: of.synthetic_oblique,
            metrics: MetricsOverride::default(),
            features: Arc::clone(&of.features),
        };
        // Without variations the key would be the default instance's, so the coordinates are given again.
        let (mut key, _) = description.key(&of.face);
        key.set_coordinates(of.shaper.coords());
        if let Some(known) = state.instance_index.get(&key) {
            return *known;
        }
        insert(state, key, description.make(&of.face, of.shaper.clone()))
    }

    /// The instance that draws a cluster of characters ([§ 5.3](https://www.w3.org/TR/css-fonts-4/#cluster-matching)).
    pub(super) fn instance_for(&self, state: &mut State, group: usize, cluster: &str) -> FontInstanceId {
        let mut characters = cluster.chars();
        let Some(first) = characters.next() else { return self.primary(state, group) };
        let single = characters.next().is_none();
        if single && let Some(known) = state.groups[group].characters.get(&first) {
            return *known;
        }
        let presentation = Presentation::of(cluster, state.groups[group].font.font_variant_emoji);
        let found = self.find_for(state, group, cluster, first, presentation);
        if single {
            state.groups[group].characters.insert(first, found);
        }
        found
    }

    fn find_for(
        &self,
        state: &mut State,
        group: usize,
        cluster: &str,
        first: char,
        presentation: Presentation,
    ) -> FontInstanceId {
        if draws_nothing(first) {
            return self.primary(state, group);
        }
        let links = state.groups[group].chain.len();
        let in_list = |state: &mut State, accept: &dyn Fn(&Face) -> bool| {
            (0..links).find_map(|link| self.candidate(state, group, link, first, accept))
        };
        let whole = |face: &Face| has_cluster(face, cluster);
        if presentation == Presentation::EmojiAsked {
            let colored = |face: &Face| face.color() != ColorFormat::None && whole(face);
            if let Some(found) = in_list(state, &colored) {
                return found;
            }
        } else if let Some(found) = in_list(state, &whole) {
            return found;
        }
        if let Some(face) = self.library.fallback(first, presentation != Presentation::Text) {
            return self.instance(state, group, &face, Origin::Fallback);
        }
        match in_list(state, &|face| face.has(first)) {
            Some(found) => found,
            None => self.primary(state, group),
        }
    }
}

impl FontSource for PageFonts<'_> {
    fn primary_font(&self, font: &Font) -> FontInstanceId {
        let mut state = self.state.borrow_mut();
        let group = self.group(&mut state, font);
        self.primary(&mut state, group)
    }

    fn metrics(&self, font: FontInstanceId) -> FontMetrics {
        self.state.borrow().instances.get(font.0 as usize).map(|instance| instance.metrics).unwrap_or_default()
    }

    fn shape(&self, request: &ShapeRequest<'_>) -> Vec<ShapedRun> {
        self.shape_request(&mut self.state.borrow_mut(), request)
    }
}

/// The number of an instance, made if it is new.
fn intern(state: &mut State, face: &Arc<Face>, description: &InstanceDescription) -> FontInstanceId {
    let (key, shaper) = description.key(face);
    match state.instance_index.get(&key) {
        Some(known) => *known,
        None => insert(state, key, description.make(face, shaper)),
    }
}

fn insert(state: &mut State, key: InstanceKey, instance: Instance) -> FontInstanceId {
    let id = FontInstanceId(state.instances.len() as u32);
    state.instances.push(Arc::new(instance));
    state.instance_index.insert(key, id);
    id
}

/// Whether a face has all characters of a cluster that have a glyph of their own.
fn has_cluster(face: &Face, cluster: &str) -> bool {
    let missing = |c: char| !face.has(c) && !draws_nothing(c) && !has_substitute(face, c);
    match cluster.chars().find(|c| missing(*c)) {
        None => true,
        // The shaper composes: é may be there where the acute accent is not.
        Some(_) if cluster.chars().nth(1).is_some() => super::shape::covers(face, cluster),
        Some(_) => false,
    }
}

/// The shaper draws some characters by others: spaces of many widths by the space, the hyphen that does not break by
/// the one that does.
fn has_substitute(face: &Face, c: char) -> bool {
    match c {
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}' => face.has(' '),
        '\u{2011}' => face.has('\u{2010}'),
        _ => false,
    }
}

/// Whether a character needs no glyph: white space that layout has handled, default ignorables.
fn draws_nothing(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{C}') || (!c.is_ascii() && super::presentation::is_default_ignorable(c))
}

/// The family a generic name stands for; `None` where Chromium knows none and goes on in the list.
fn generic_name(generic: GenericFamily) -> Option<&'static str> {
    match generic {
        GenericFamily::Serif => Some("serif"),
        GenericFamily::SansSerif => Some("sans-serif"),
        GenericFamily::Monospace => Some("monospace"),
        GenericFamily::SystemUi => Some("system-ui"),
        GenericFamily::Emoji => Some("emoji"),
        GenericFamily::Cursive
        | GenericFamily::Fantasy
        | GenericFamily::UiSerif
        | GenericFamily::UiSansSerif
        | GenericFamily::UiMonospace
        | GenericFamily::UiRounded
        | GenericFamily::Math
        | GenericFamily::Fangsong => None,
    }
}

fn wish(font: &Font) -> Wish {
    Wish { weight: font.font_weight.0, width: font.font_stretch.0, style: font.font_style }
}

/// The slant of a style as far as a face goes.
fn within(style: FontStyle, can: Slant) -> FontStyle {
    let angle = match style {
        FontStyle::Normal => 0.0,
        FontStyle::Italic => OBLIQUE_THRESHOLD,
        FontStyle::Oblique(angle) => angle,
    };
    match can {
        Slant::Normal => FontStyle::Normal,
        Slant::Italic => style,
        Slant::Oblique(least, most) => FontStyle::Oblique(angle.clamp(least.min(most), most.max(least))),
    }
}

/// Whether two styles have the same fonts. Cheap differences are looked for first.
fn is_same(a: &Font, b: &Font) -> bool {
    a.font_size.px.to_bits() == b.font_size.px.to_bits()
        && a.font_weight == b.font_weight
        && a.font_style == b.font_style
        && a.font_family == b.font_family
        && a.font_stretch == b.font_stretch
        && a.font_variant_caps == b.font_variant_caps
        && a.font_variant_ligatures == b.font_variant_ligatures
        && a.font_variant_numeric == b.font_variant_numeric
        && a.font_variant_east_asian == b.font_variant_east_asian
        && a.font_variant_position == b.font_variant_position
        && a.font_variant_emoji == b.font_variant_emoji
        && a.font_kerning == b.font_kerning
        && a.font_optical_sizing == b.font_optical_sizing
        && a.font_size_adjust == b.font_size_adjust
        && a.font_synthesis == b.font_synthesis
        && a.font_feature_settings == b.font_feature_settings
        && a.font_variation_settings == b.font_variation_settings
        && a.language == b.language
}

/// A hash of what usually differs.
fn hash(font: &Font) -> u64 {
    let mut hasher = FxHasher::default();
    font.font_size.px.to_bits().hash(&mut hasher);
    font.font_weight.0.to_bits().hash(&mut hasher);
    font.font_family.hash(&mut hasher);
    matches!(font.font_style, FontStyle::Normal).hash(&mut hasher);
    font.font_variant_caps.hash(&mut hasher);
    hasher.finish()
}
