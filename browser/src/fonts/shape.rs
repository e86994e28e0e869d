//! Text to glyphs.
//!
//! A request is cut into runs of one font, each cluster of characters going to the first font of the style's list that
//! has all of it; a run is shaped as a whole, so that kerning with spaces and joining letters come out right. Short
//! texts (labels, table cells, words between tags) come again and again on a page, so their glyphs are kept.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use ashlar_layout::css::values::font::{FontSynthesis, FontVariantCaps};
use ashlar_layout::text::font_source::{FontInstanceId, ShapeRequest, ShapedGlyph, ShapedRun};
use ashlar_layout::text::segment;
use harfrust::{BufferFlags, Direction, Feature, Script, ShapeOptions, ShapePlan, Tag, UnicodeBuffer};
use rustc_hash::{FxHashMap, FxHasher};
use skrifa::GlyphId;

use super::face::{ColorFormat, Face};
use super::features;
use super::instance::{self, Instance};
use super::page_fonts::{PageFonts, State};

/// Texts longer than this are shaped each time.
const CACHED_BYTES: usize = 64;
/// Most texts that are kept for one page.
const CACHED_TEXTS: usize = 1 << 15;
/// AD-HOC: the size of synthetic small capitals, in whole px.
const SMALL_CAPS_SCALE: f32 = 0.7;
/// Positions leave the shaper in 65536ths of a px.
const SCALE: f32 = 65536.0;
/// Bytes of text around a run that the shaper may look at (it takes five characters).
const CONTEXT_BYTES: usize = 24;

struct Cached {
    group: u32,
    script: [u8; 4],
    is_rtl: bool,
    letter_spaced: bool,
    text: Box<str>,
    start: usize,
    runs: Vec<ShapedRun>,
}

#[derive(PartialEq, Eq, Hash)]
struct PlanKey {
    face: usize,
    coordinates: Vec<i16>,
    group: u32,
    script: [u8; 4],
    is_rtl: bool,
    letter_spaced: bool,
    synthetic_caps: bool,
    features: Arc<[([u8; 4], u32)]>,
}

struct Plan {
    features: Vec<Feature>,
    plan: ShapePlan,
}

/// The plan of the run before, which most often is that of the next one.
struct LatestPlan {
    font: FontInstanceId,
    group: u32,
    script: [u8; 4],
    flags: [bool; 3],
    plan: Arc<Plan>,
}

/// What shaping keeps while a page is laid out.
#[derive(Default)]
pub(super) struct Shaping {
    buffer: Option<UnicodeBuffer>,
    plans: FxHashMap<PlanKey, Arc<Plan>>,
    latest_plan: Option<LatestPlan>,
    cache: FxHashMap<u64, Vec<Cached>>,
    cached: usize,
}

/// Part of a request in one font: text, and how its characters are changed.
struct Piece {
    range: Range<usize>,
    instance: FontInstanceId,
    upper: bool,
    synthetic_caps: bool,
}

impl PageFonts<'_> {
    pub(super) fn shape_request(&self, state: &mut State, request: &ShapeRequest<'_>) -> Vec<ShapedRun> {
        let end = floor_boundary(request.text, request.range.1);
        let start = floor_boundary(request.text, request.range.0).min(end);
        if start == end {
            return Vec::new();
        }
        let group = self.group(state, request.font);
        let text = &request.text[start..end];
        let hash = (text.len() <= CACHED_BYTES && is_context_free(request.script)).then(|| {
            let mut hasher = FxHasher::default();
            (group, request.script, request.is_rtl, request.letter_spaced, text).hash(&mut hasher);
            hasher.finish()
        });
        if let Some(found) = hash.and_then(|hash| state.shaping.find(hash, group, request, text, start)) {
            return found;
        }
        let runs = self.shape_pieces(state, group, request, start..end);
        if let Some(hash) = hash {
            state.shaping.keep(hash, group, request, text, start, &runs);
        }
        runs
    }

    fn shape_pieces(
        &self,
        state: &mut State,
        group: usize,
        request: &ShapeRequest<'_>,
        range: Range<usize>,
    ) -> Vec<ShapedRun> {
        let mut runs: Vec<ShapedRun> = Vec::new();
        for (range, instance) in self.font_runs(state, group, request.text, range) {
            for piece in self.pieces(state, group, request.text, range, instance) {
                runs.push(shape_piece(state, group, request, &piece));
            }
        }
        runs
    }

    /// Cuts a range into runs of one font.
    fn font_runs(
        &self,
        state: &mut State,
        group: usize,
        text: &str,
        range: Range<usize>,
    ) -> Vec<(Range<usize>, FontInstanceId)> {
        let primary = self.primary(state, group);
        let part = &text[range.clone()];
        if state.instances[primary.0 as usize].face.has_ascii(part)
            && (state.groups[group].begins_with_whole_font() || self.is_one_file(state, group, part, primary))
        {
            return vec![(range, primary)];
        }
        let mut runs: Vec<(Range<usize>, FontInstanceId)> = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let end = segment::cluster_end(&text[..range.end], at);
            let instance = self.instance_for(state, group, &text[at..end]);
            match runs.last_mut() {
                Some((run, font)) if *font == instance => run.end = end,
                _ => runs.push((at..end, instance)),
            }
            at = end;
        }
        runs
    }

    /// Whether one file draws all of an ASCII text: a family of the page may have several, each for some characters.
    fn is_one_file(&self, state: &mut State, group: usize, text: &str, primary: FontInstanceId) -> bool {
        text.chars().all(|c| self.instance_for(state, group, c.encode_utf8(&mut [0; 4])) == primary)
    }

    /// Cuts a run of one font where synthetic capitals begin and end.
    fn pieces(
        &self,
        state: &mut State,
        group: usize,
        text: &str,
        range: Range<usize>,
        instance: FontInstanceId,
    ) -> Vec<Piece> {
        let font = &state.groups[group].font;
        let caps = font.font_variant_caps;
        let synthesize = caps != FontVariantCaps::Normal
            && caps != FontVariantCaps::TitlingCaps
            && font.font_synthesis.contains(FontSynthesis::SMALL_CAPS)
            && !has_caps(&state.instances[instance.0 as usize].face, caps);
        if !synthesize {
            return vec![Piece { range, instance, upper: false, synthetic_caps: false }];
        }
        let size = font.font_size.px.max(f32::MIN_POSITIVE);
        let small = Self::resized(state, instance, (size * SMALL_CAPS_SCALE).round() / size);
        // What has no capital form is a piece of its own too, and is not kerned with its neighbours.
        let look = |c: char| {
            let upper = c.to_uppercase().next() != Some(c);
            match caps {
                FontVariantCaps::Unicase => (false, c.is_uppercase()),
                FontVariantCaps::AllSmallCaps | FontVariantCaps::AllPetiteCaps => (upper, true),
                _ => (upper, upper),
            }
        };
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let end = segment::cluster_end(&text[..range.end], at);
            let (upper, smaller) = text[at..end].chars().next().map_or((false, false), look);
            let instance = if smaller { small } else { instance };
            match pieces.last_mut() {
                Some(piece) if piece.upper == upper && piece.instance == instance => piece.range.end = end,
                _ => pieces.push(Piece { range: at..end, instance, upper, synthetic_caps: true }),
            }
            at = end;
        }
        pieces
    }
}

/// Whether a face has the capitals asked for, or petite ones in their place.
fn has_caps(face: &Face, caps: FontVariantCaps) -> bool {
    features::caps_features(caps).iter().all(|tag| face.has_substitution(tag))
}

fn shape_piece(state: &mut State, group: usize, request: &ShapeRequest<'_>, piece: &Piece) -> ShapedRun {
    let instance = Arc::clone(&state.instances[piece.instance.0 as usize]);
    let plan = plan(state, group, request, piece, &instance);
    let font = instance.face.font();
    let shaper = instance.face.shaper.shaper(&font).instance(Some(&instance.shaper)).build();
    let mut buffer = state.shaping.buffer.take().unwrap_or_default();
    fill(&mut buffer, request.text, piece);
    buffer.set_direction(direction(request.is_rtl));
    if let Some(script) = script(request.script) {
        buffer.set_script(script);
    }
    if let Some(language) = &state.groups[group].language {
        buffer.set_language(language.clone());
    }
    let scale = (instance.size * SCALE) as i32;
    let options = ShapeOptions::new().plan(Some(&plan.plan)).features(&plan.features).scale(Some(scale));
    let shaped = shaper.shape(buffer, options);
    let pictures = instance.face.color() == ColorFormat::Pictures;
    let glyphs: Arc<[ShapedGlyph]> = shaped
        .glyph_infos()
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(info, position)| {
            let mut advance = position.x_advance as f32 / SCALE;
            if pictures && advance > 0.0 {
                advance =
                    instance::picture_advance(&font, GlyphId::new(info.glyph_id), instance.size).unwrap_or(advance);
            }
            ShapedGlyph {
                id: info.glyph_id,
                cluster: info.cluster,
                advance: if instance.size > 0.0 { advance } else { 0.0 },
                x_offset: position.x_offset as f32 / SCALE,
                y_offset: -(position.y_offset as f32) / SCALE,
                safe_to_break: !info.unsafe_to_break(),
            }
        })
        .collect();
    state.shaping.buffer = Some(shaped.clear());
    ShapedRun { font: piece.instance, range: piece.range.clone(), is_rtl: request.is_rtl, glyphs }
}

/// Puts a piece into the buffer, clusters being offsets in the paragraph.
fn fill(buffer: &mut UnicodeBuffer, text: &str, piece: &Piece) {
    let Range { start, end } = piece.range;
    let before = &text[ceil_boundary(text, start.saturating_sub(CONTEXT_BYTES))..start];
    let after = &text[end..floor_boundary(text, end.saturating_add(CONTEXT_BYTES))];
    let mut flags = BufferFlags::empty();
    if start == 0 {
        flags |= BufferFlags::BEGINNING_OF_TEXT;
    }
    if end == text.len() {
        flags |= BufferFlags::END_OF_TEXT;
    }
    buffer.set_flags(flags);
    buffer.reserve(end - start);
    for (at, c) in text[start..end].char_indices() {
        let cluster = (start + at) as u32;
        match c {
            // Separators of lines and paragraphs show as spaces.
            '\t' | '\u{2028}' | '\u{2029}' => buffer.add(' ', cluster),
            // Line ends are white space that is gone by now.
            '\n' | '\r' | '\u{C}' => buffer.add('\u{200B}', cluster),
            c if piece.upper => c.to_uppercase().for_each(|c| buffer.add(c, cluster)),
            c => buffer.add(c, cluster),
        }
    }
    buffer.set_pre_context(before);
    buffer.set_post_context(after);
}

/// The plan for a piece: which lookups of the font run.
fn plan(state: &mut State, group: usize, request: &ShapeRequest<'_>, piece: &Piece, instance: &Instance) -> Arc<Plan> {
    let flags = [request.is_rtl, request.letter_spaced, piece.synthetic_caps];
    if let Some(latest) = &state.shaping.latest_plan
        && latest.font == piece.instance
        && latest.group == group as u32
        && latest.script == request.script
        && latest.flags == flags
    {
        return Arc::clone(&latest.plan);
    }
    let key = PlanKey {
        face: Arc::as_ptr(&instance.face).addr(),
        coordinates: instance.shaper.coords().iter().map(|coordinate| coordinate.to_bits()).collect(),
        group: group as u32,
        script: request.script,
        is_rtl: request.is_rtl,
        letter_spaced: request.letter_spaced,
        synthetic_caps: piece.synthetic_caps,
        features: Arc::clone(&instance.features),
    };
    let of = &state.groups[group];
    let plan = state.shaping.plans.entry(key).or_insert_with(|| {
        let features = features::features(&of.font, &instance.features, request.letter_spaced, piece.synthetic_caps);
        let font = instance.face.font();
        let shaper = instance.face.shaper.shaper(&font).instance(Some(&instance.shaper)).build();
        let plan =
            ShapePlan::new(&shaper, direction(request.is_rtl), script(request.script), of.language.as_ref(), &features);
        Arc::new(Plan { features, plan })
    });
    let plan = Arc::clone(plan);
    state.shaping.latest_plan = Some(LatestPlan {
        font: piece.instance,
        group: group as u32,
        script: request.script,
        flags,
        plan: Arc::clone(&plan),
    });
    plan
}

fn direction(is_rtl: bool) -> Direction {
    if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight }
}

fn script(tag: [u8; 4]) -> Option<Script> {
    Script::from_iso15924_tag(Tag::new(&tag))
}

/// Whether the shaper finds a glyph for every character of a cluster, composing and decomposing as need be.
pub(super) fn covers(face: &Face, cluster: &str) -> bool {
    let font = face.font();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(cluster);
    buffer.guess_segment_properties();
    let shaped = face.shaper.shaper(&font).build().shape(buffer, ShapeOptions::new());
    shaped.glyph_infos().iter().all(|info| info.glyph_id != 0)
}

/// Scripts whose letters look the same whatever stands beside a run.
fn is_context_free(script: [u8; 4]) -> bool {
    matches!(
        &script,
        b"Latn"
            | b"Zyyy"
            | b"Grek"
            | b"Cyrl"
            | b"Hani"
            | b"Hira"
            | b"Kana"
            | b"Hang"
            | b"Hebr"
            | b"Armn"
            | b"Geor"
            | b"Thai"
    )
}

fn floor_boundary(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

fn ceil_boundary(text: &str, at: usize) -> usize {
    text.ceil_char_boundary(at)
}

impl Shaping {
    fn find(
        &self,
        hash: u64,
        group: usize,
        request: &ShapeRequest<'_>,
        text: &str,
        start: usize,
    ) -> Option<Vec<ShapedRun>> {
        let found = self.cache.get(&hash)?.iter().find(|cached| {
            cached.group == group as u32
                && cached.script == request.script
                && cached.is_rtl == request.is_rtl
                && cached.letter_spaced == request.letter_spaced
                && *cached.text == *text
        })?;
        if found.start == start {
            return Some(found.runs.clone());
        }
        let moved = |at: usize| at - found.start + start;
        let runs = found.runs.iter().map(|run| ShapedRun {
            font: run.font,
            range: moved(run.range.start)..moved(run.range.end),
            is_rtl: run.is_rtl,
            glyphs: run
                .glyphs
                .iter()
                .map(|glyph| ShapedGlyph { cluster: moved(glyph.cluster as usize) as u32, ..*glyph })
                .collect(),
        });
        Some(runs.collect())
    }

    fn keep(
        &mut self,
        hash: u64,
        group: usize,
        request: &ShapeRequest<'_>,
        text: &str,
        start: usize,
        runs: &[ShapedRun],
    ) {
        if self.cached >= CACHED_TEXTS {
            self.cache.clear();
            self.cached = 0;
        }
        self.cached += 1;
        self.cache.entry(hash).or_default().push(Cached {
            group: group as u32,
            script: request.script,
            is_rtl: request.is_rtl,
            letter_spaced: request.letter_spaced,
            text: text.into(),
            start,
            runs: runs.to_vec(),
        });
    }
}
