//! The fonts of the process: embedded ones, those in given folders, those of the system.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fontdb::{Database, Source};
use rustc_hash::FxHashMap;

use super::embedded;
use super::face::{self, Face, FontBytes};
use super::matching::{self, Capabilities, Slant, Wish};

/// Names that stand for other families, as the set-up of the reference pictures has them.
const ALIASES: &[(&str, &str)] = &[
    ("arial", "liberation sans"),
    ("courier", "liberation mono"),
    ("courier new", "liberation mono"),
    ("emoji", "noto color emoji"),
    ("helvetica", "liberation sans"),
    ("monospace", "liberation mono"),
    ("sans", "liberation sans"),
    ("sans-serif", "liberation sans"),
    ("serif", "liberation serif"),
    // AD-HOC: Chromium draws system-ui in what the desktop names as its font, and without a desktop in this.
    ("system-ui", "dejavu sans"),
    ("times", "liberation serif"),
    ("times new roman", "liberation serif"),
];

/// Families that are asked for a character which no family of the style has, in this order.
const FALLBACKS: [&str; 3] = ["dejavu sans", "droid sans fallback", "noto color emoji"];

/// The family of emoji.
pub(super) const EMOJI: &str = "noto color emoji";

/// A face that is known by its names and perhaps not parsed yet.
struct Record {
    id: fontdb::ID,
    capabilities: Capabilities,
    /// Family, then path, then index: the order in which fallback looks.
    order: (String, PathBuf, u32),
    full_names: Vec<String>,
    face: OnceLock<Option<Arc<Face>>>,
}

/// The faces of one place.
struct Catalogue {
    database: Database,
    records: Vec<Record>,
    families: FxHashMap<String, Vec<usize>>,
}

impl Catalogue {
    fn new(database: Database) -> Self {
        let mut records: Vec<Record> = Vec::new();
        let mut named: Vec<(Vec<String>, usize)> = Vec::new();
        for info in database.faces() {
            let names: Vec<String> = info.families.iter().map(|(name, _)| name.to_lowercase()).collect();
            let path = match &info.source {
                Source::File(path) | Source::SharedFile(path, _) => path.clone(),
                Source::Binary(_) => PathBuf::new(),
            };
            named.push((names.clone(), records.len()));
            records.push(Record {
                id: info.id,
                capabilities: described(info),
                order: (names.first().cloned().unwrap_or_default(), path, info.index),
                full_names: vec![info.post_script_name.to_lowercase()],
                face: OnceLock::new(),
            });
        }
        let mut families: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        // What the folder lists first must not decide: faces stand in the order of their paths.
        named.sort_by(|a, b| records[a.1].order.cmp(&records[b.1].order).then(a.1.cmp(&b.1)));
        for (names, index) in named {
            for name in names {
                families.entry(name).or_default().push(index);
            }
        }
        let mut catalogue = Self { database, records, families };
        catalogue.read_tables();
        catalogue
    }

    /// Ranges of variable fonts and full names, which the database does not know.
    fn read_tables(&mut self) {
        for record in &mut self.records {
            let known = self.database.with_face_data(record.id, |bytes, index| {
                let font = skrifa::FontRef::from_index(bytes, index).ok()?;
                Some((face::capabilities(&font), full_names(&font)))
            });
            if let Some((capabilities, names)) = known.flatten() {
                record.capabilities = capabilities;
                record.full_names.extend(names);
            }
        }
    }

    fn face(&self, index: usize) -> Option<&Arc<Face>> {
        let record = &self.records[index];
        let parsed = record.face.get_or_init(|| {
            let (source, index) = self.database.face_source(record.id)?;
            let data: FontBytes = match source {
                Source::Binary(data) | Source::SharedFile(_, data) => data,
                Source::File(path) => Arc::new(std::fs::read(path).ok()?),
            };
            Face::new(data, index).ok().map(Arc::new)
        });
        parsed.as_ref()
    }

    fn nearest(&self, family: &str, wish: Wish) -> Option<&Arc<Face>> {
        let faces = self.families.get(family)?;
        let index = matching::nearest(faces.iter().map(|index| self.records[*index].capabilities), wish)?;
        self.face(faces[index])
    }
}

fn described(info: &fontdb::FaceInfo) -> Capabilities {
    let weight = f32::from(info.weight.0).clamp(1.0, 1000.0);
    let slant = match info.style {
        fontdb::Style::Normal => Slant::Normal,
        fontdb::Style::Italic => Slant::Italic,
        fontdb::Style::Oblique => Slant::Oblique(14.0, 14.0),
    };
    Capabilities { weight: (weight, weight), slant, ..Capabilities::default() }
}

/// The full names of a face in lower case, for `local()`.
fn full_names(font: &skrifa::FontRef<'_>) -> Vec<String> {
    use skrifa::MetadataProvider;
    use skrifa::string::StringId;
    font.localized_strings(StringId::FULL_NAME).map(|name| name.to_string().to_lowercase()).collect()
}

/// All fonts of the process. Threads share one; what it answers depends on the fonts alone.
pub struct FontLibrary {
    given: Catalogue,
    embedded: Catalogue,
    system: OnceLock<Catalogue>,
    use_system: bool,
    /// Which face the last resort found for a character.
    last_resort: Mutex<FxHashMap<char, Option<Arc<Face>>>>,
}

impl std::fmt::Debug for FontLibrary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FontLibrary").field("given", &self.given.records.len()).finish_non_exhaustive()
    }
}

impl FontLibrary {
    /// The embedded fonts, those in `directories` and below, and those of the system unless forbidden.
    pub fn new(directories: &[PathBuf], use_system: bool) -> Self {
        let mut embedded = Database::new();
        for bytes in embedded::FILES {
            embedded.load_font_source(Source::Binary(Arc::new(bytes)));
        }
        let mut given = Database::new();
        for directory in directories {
            given.load_fonts_dir::<&Path>(directory);
        }
        Self {
            given: Catalogue::new(given),
            embedded: Catalogue::new(embedded),
            system: OnceLock::new(),
            use_system,
            last_resort: Mutex::default(),
        }
    }

    /// The same fonts for text in vector images.
    pub fn svg_database(&self) -> Arc<Database> {
        let mut database = self.given.database.clone();
        for bytes in embedded::FILES {
            database.load_font_source(Source::Binary(Arc::new(bytes)));
        }
        if self.use_system {
            database.load_system_fonts();
        }
        database.set_serif_family("Liberation Serif");
        database.set_sans_serif_family("Liberation Sans");
        database.set_monospace_family("Liberation Mono");
        Arc::new(database)
    }

    /// The places fonts come from, best first: what the user gave, what is the same everywhere, what is installed.
    fn catalogues(&self) -> impl Iterator<Item = &Catalogue> {
        let places: [fn(&Self) -> Option<&Catalogue>; 3] =
            [|all| Some(&all.given), |all| Some(&all.embedded), Self::system];
        places.into_iter().filter_map(|place| place(self))
    }

    /// The system's fonts, read when first needed.
    fn system(&self) -> Option<&Catalogue> {
        self.use_system.then(|| {
            self.system.get_or_init(|| {
                let mut database = Database::new();
                database.load_system_fonts();
                Catalogue::new(database)
            })
        })
    }

    /// The face of a family that comes nearest to a wish. Names match without regard to case.
    pub fn face(&self, family: &str, wish: Wish) -> Option<Arc<Face>> {
        let lower = family.to_lowercase();
        let name = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(lower.as_str(), |(_, name)| name);
        self.catalogues().find_map(|catalogue| catalogue.nearest(name, wish)).cloned()
    }

    /// The face with a full name or PostScript name, for [`local()`](https://www.w3.org/TR/css-fonts-4/#local-font-fallback).
    pub fn local(&self, name: &str) -> Option<Arc<Face>> {
        let lower = name.to_lowercase();
        self.catalogues().find_map(|catalogue| {
            let index = catalogue.records.iter().position(|record| record.full_names.contains(&lower))?;
            catalogue.face(index).cloned()
        })
    }

    /// The upright, regular face that draws a character which the style's own families lack.
    pub fn fallback(&self, c: char, prefer_emoji: bool) -> Option<Arc<Face>> {
        let wish = Wish { weight: 400.0, width: 1.0, style: ashlar_layout::css::values::font::FontStyle::Normal };
        let first = prefer_emoji.then_some(EMOJI);
        let listed =
            first.into_iter().chain(FALLBACKS).find_map(|name| self.face(name, wish).filter(|face| face.has(c)));
        listed.or_else(|| self.last_resort(c))
    }

    /// Any font that has a character, in the order of family names and paths.
    fn last_resort(&self, c: char) -> Option<Arc<Face>> {
        // Nobody's font has a noncharacter, and looking through all for a private character finds icons at best.
        if matches!(u32::from(c) & 0xFFFF, 0xFFFE | 0xFFFF)
            || matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)
            || c.is_control()
        {
            return None;
        }
        if let Some(known) = self.last_resort.lock().unwrap_or_else(PoisonError::into_inner).get(&c) {
            return known.clone();
        }
        let found = self.catalogues().find_map(|catalogue| {
            let mut order: Vec<usize> = (0..catalogue.records.len()).collect();
            order.sort_by(|a, b| catalogue.records[*a].order.cmp(&catalogue.records[*b].order));
            let covers = |index: &usize| {
                let id = catalogue.records[*index].id;
                catalogue.database.with_face_data(id, |bytes, index| covers(bytes, index, c)).unwrap_or(false)
            };
            order.into_iter().filter(covers).find_map(|index| catalogue.face(index).cloned())
        });
        self.last_resort.lock().unwrap_or_else(PoisonError::into_inner).insert(c, found.clone());
        found
    }
}

fn covers(bytes: &[u8], index: u32, c: char) -> bool {
    use skrifa::MetadataProvider;
    skrifa::FontRef::from_index(bytes, index)
        .is_ok_and(|font| font.charmap().map(c).is_some_and(|glyph| glyph.to_u32() != 0))
}
