//! Box shadows.
//!
//! [CSS Backgrounds 3, § 6.1](https://www.w3.org/TR/css-backgrounds-3/#box-shadow)

use ashlar_layout::fragment_tree::BoxFragment;
use ashlar_raster::Point;
use ashlar_raster::display_list::{BoxShadow, Content};

use super::color;
use super::stacking::{Painter, Place};

impl<'h> Painter<'_, 'h> {
    /// Draws the outer shadows below a box, or the inner ones above its background. The first in the list lies on top.
    pub fn shadows(&mut self, fragment: &BoxFragment<'h>, place: &Place, inset: bool) {
        let style = &*fragment.style;
        let shadows = &style.box_shadow().0;
        if shadows.is_empty() {
            return;
        }
        let outer = self.border_box(fragment, place);
        let widths = fragment.border.map(|width| width.to_px_f32());
        let shape =
            if inset { outer.inset_sides([widths.top, widths.right, widths.bottom, widths.left]) } else { outer };
        for shadow in shadows.iter().rev().filter(|shadow| shadow.inset == inset) {
            let shadow_color = color(shadow.color.resolve(style.color().0));
            if shadow_color.is_invisible() {
                continue;
            }
            let content = Content::BoxShadow(BoxShadow {
                shape,
                offset: Point::new(shadow.x, shadow.y),
                blur: shadow.blur,
                spread: shadow.spread,
                color: shadow_color,
                inset,
            });
            self.list.push(place.transform, place.clip, content);
        }
    }
}
