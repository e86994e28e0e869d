//! The display list as text, one line per node and item.

use std::fmt::Write as _;

use super::{ClipShape, Content, DisplayList, Fill, GradientKind, Item};
use crate::color::Color;
use crate::geometry::{Rect, RoundedRect};

/// The whole list.
pub(super) fn dump(list: &DisplayList) -> String {
    let mut out = String::new();
    for (i, node) in list.transforms.iter().enumerate().skip(1) {
        let t = &node.local;
        let _ = writeln!(
            out,
            "transform {i} parent {} matrix {} {} {} {} {} {}",
            node.parent.0, t.a, t.b, t.c, t.d, t.e, t.f
        );
    }
    for (i, node) in list.clips.iter().enumerate().skip(1) {
        let shape = match &node.shape {
            ClipShape::Rect { rect, anti_alias } => {
                format!("{}{}", rect_text(rect), if *anti_alias { " aa" } else { "" })
            }
            ClipShape::Rounded(rounded) => rounded_text(rounded),
            ClipShape::Path(path, rule) => format!("path {} commands {rule:?}", path.commands.len()),
        };
        let _ = writeln!(out, "clip {i} parent {} transform {} {shape}", node.parent.0, node.transform.0);
    }
    let mut depth = 0usize;
    for item in &list.items {
        if matches!(item.content, Content::PopGroup) {
            depth = depth.saturating_sub(1);
        }
        let _ = writeln!(out, "{:indent$}{}", "", item_text(list, item), indent = depth * 2);
        if matches!(item.content, Content::PushGroup(_)) {
            depth += 1;
        }
    }
    out
}

fn item_text(list: &DisplayList, item: &Item) -> String {
    let text = match &item.content {
        Content::SolidRect(s) => {
            format!("rect {} {}{}", rect_text(&s.rect), color_text(s.color), if s.anti_alias { " aa" } else { "" })
        }
        Content::RoundedFill(f) => format!("rounded {} {}", rounded_text(&f.shape), color_text(f.color)),
        Content::Ring(r) => {
            format!("ring {} inner {} {}", rounded_text(&r.outer), rounded_text(&r.inner), color_text(r.color))
        }
        Content::Border(b) => {
            let sides: Vec<String> =
                b.sides.iter().map(|s| format!("{} {:?} {}", s.width, s.style, color_text(s.color))).collect();
            format!("border {} {}", rounded_text(&b.outer), sides.join(" / "))
        }
        Content::Gradient(g) => {
            let kind = match g.gradient.kind {
                GradientKind::Linear { .. } => "linear",
                GradientKind::Radial { .. } => "radial",
                GradientKind::Conic { .. } => "conic",
            };
            let stops: Vec<String> =
                g.gradient.stops.iter().map(|s| format!("{} {}", s.offset, color_text(s.color))).collect();
            format!("gradient {kind} {} [{}]", fill_text(&g.fill), stops.join(", "))
        }
        Content::Image(i) => format!(
            "image {}x{} source {} {} {:?} opacity {}",
            i.image.width(),
            i.image.height(),
            rect_text(&i.source),
            fill_text(&i.fill),
            i.sampling,
            i.opacity
        ),
        Content::GlyphRun(r) => {
            let glyphs: Vec<String> = list.run_glyphs(r).iter().map(|g| format!("{}@{},{}", g.id, g.x, g.y)).collect();
            format!("glyphs font {} {} blur {} {}", r.font.0, color_text(r.color), r.blur, glyphs.join(" "))
        }
        Content::DecorationLine(l) => {
            format!("line {:?} {} {} blur {}", l.style, rect_text(&l.rect), color_text(l.color), l.blur)
        }
        Content::BoxShadow(s) => format!(
            "shadow{} {} offset {},{} blur {} spread {} {}",
            if s.inset { " inset" } else { "" },
            rounded_text(&s.shape),
            s.offset.x,
            s.offset.y,
            s.blur,
            s.spread,
            color_text(s.color)
        ),
        Content::PathFill(f) => format!("path {} commands {}", f.path.commands.len(), color_text(f.color)),
        Content::PathStroke(s) => {
            format!("stroke {} commands width {} {}", s.path.commands.len(), s.width, color_text(s.color))
        }
        Content::PushGroup(g) => format!("group opacity {} {:?} filters {:?}", g.opacity, g.blend, g.filters),
        Content::PopGroup => return "end".to_owned(),
    };
    format!("{text} t{} c{}", item.transform.0, item.clip.0)
}

fn rect_text(r: &Rect) -> String {
    format!("{},{} {}x{}", r.left, r.top, r.width(), r.height())
}

fn rounded_text(r: &RoundedRect) -> String {
    if r.is_rect() {
        return rect_text(&r.rect);
    }
    let radii: Vec<String> = r.radii.iter().map(|c| format!("{}/{}", c.x, c.y)).collect();
    format!("{} radii {}", rect_text(&r.rect), radii.join(" "))
}

fn fill_text(fill: &Fill) -> String {
    format!(
        "area {} tile {} step {},{}",
        rounded_text(&fill.area),
        rect_text(&fill.tile),
        fill.tiling.step_x,
        fill.tiling.step_y
    )
}

fn color_text(color: Color) -> String {
    let [r, g, b, a] = color.to_rgba8();
    format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
}
