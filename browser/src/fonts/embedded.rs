//! The fonts inside the binary, so that text is drawn on a machine without any.
//!
//! Liberation 2.1.5 (SIL Open Font License) and DejaVu Sans 2.37 (Bitstream Vera licence); the licences lie beside
//! the files in `assets/fonts/licences`.

/// The bytes of each embedded font file.
pub(super) const FILES: [&[u8]; 14] = [
    include_bytes!("../../assets/fonts/LiberationSans-Regular.ttf"),
    include_bytes!("../../assets/fonts/LiberationSans-Bold.ttf"),
    include_bytes!("../../assets/fonts/LiberationSans-Italic.ttf"),
    include_bytes!("../../assets/fonts/LiberationSans-BoldItalic.ttf"),
    include_bytes!("../../assets/fonts/LiberationSerif-Regular.ttf"),
    include_bytes!("../../assets/fonts/LiberationSerif-Bold.ttf"),
    include_bytes!("../../assets/fonts/LiberationSerif-Italic.ttf"),
    include_bytes!("../../assets/fonts/LiberationSerif-BoldItalic.ttf"),
    include_bytes!("../../assets/fonts/LiberationMono-Regular.ttf"),
    include_bytes!("../../assets/fonts/LiberationMono-Bold.ttf"),
    include_bytes!("../../assets/fonts/LiberationMono-Italic.ttf"),
    include_bytes!("../../assets/fonts/LiberationMono-BoldItalic.ttf"),
    include_bytes!("../../assets/fonts/DejaVuSans.ttf"),
    include_bytes!("../../assets/fonts/DejaVuSans-Bold.ttf"),
];
