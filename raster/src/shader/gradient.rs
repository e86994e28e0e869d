//! Gradients, each pixel computed from the stops around it.

use super::TileMap;
use crate::display_list::{Gradient, GradientKind, GradientStop};
use crate::layer::{Pixel, RowSource};

/// A stretch between two stops.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    from: f64,
    to: f64,
    /// Channels at `from` and their growth per unit.
    base: [f32; 4],
    growth: [f32; 4],
}

/// A gradient ready to be read.
pub(crate) struct GradientPaint {
    map: TileMap,
    kind: GradientKind,
    stretches: Vec<Stretch>,
    first: f64,
    last: f64,
    before: Pixel,
    after: Pixel,
    repeating: bool,
    premultiplied: bool,
}

fn channels(stop: &GradientStop, premultiplied: bool) -> [f32; 4] {
    let c = [stop.color.r, stop.color.g, stop.color.b, stop.color.a].map(|v| v.clamp(0.0, 1.0));
    if premultiplied { [c[0] * c[3], c[1] * c[3], c[2] * c[3], c[3]] } else { c }
}

fn to_pixel(c: [f32; 4], premultiplied: bool) -> Pixel {
    let c = if premultiplied { c } else { [c[0] * c[3], c[1] * c[3], c[2] * c[3], c[3]] };
    let mut pixel = c.map(|v| (v * 255.0 + 0.5) as u8);
    for i in 0..3 {
        pixel[i] = pixel[i].min(pixel[3]);
    }
    pixel
}

impl GradientPaint {
    /// Prepares a gradient; `None` for one without stops.
    pub(crate) fn new(gradient: &Gradient, map: TileMap) -> Option<Self> {
        let premultiplied = gradient.premultiplied;
        let (head, tail) = (gradient.stops.first()?, gradient.stops.last()?);
        let mut stretches = Vec::with_capacity(gradient.stops.len());
        let first = if head.offset.is_finite() { f64::from(head.offset) } else { 0.0 };
        let mut from = first;
        for pair in gradient.stops.windows(2) {
            // A NaN is lost in `max`.
            let to = from.max(f64::from(pair[1].offset.clamp(-1.0e9, 1.0e9)));
            if to > from {
                let (base, end) = (channels(&pair[0], premultiplied), channels(&pair[1], premultiplied));
                let growth = std::array::from_fn(|i| ((end[i] - base[i]) as f64 / (to - from)) as f32);
                stretches.push(Stretch { from, to, base, growth });
                from = to;
            }
        }
        Some(Self {
            map,
            kind: gradient.kind,
            first,
            last: from,
            before: to_pixel(channels(head, premultiplied), premultiplied),
            after: to_pixel(channels(tail, premultiplied), premultiplied),
            repeating: gradient.repeating && from > first,
            premultiplied,
            stretches,
        })
    }

    /// The colour at a point of the gradient line; `hint` is the stretch found last.
    #[inline]
    fn color(&self, t: f64, hint: &mut usize) -> Pixel {
        let mut t = t;
        if self.repeating {
            let period = self.last - self.first;
            t -= ((t - self.first) / period).floor() * period;
        }
        if !(t >= self.first) {
            return self.before;
        }
        if t >= self.last {
            return self.after;
        }
        let inside = |s: &Stretch| t >= s.from && t < s.to;
        let stretch = match self.stretches.get(*hint) {
            Some(stretch) if inside(stretch) => stretch,
            _ => {
                *hint = self.stretches.partition_point(|s| s.to <= t).min(self.stretches.len().saturating_sub(1));
                let Some(stretch) = self.stretches.get(*hint) else { return self.after };
                stretch
            }
        };
        let d = (t - stretch.from) as f32;
        to_pixel(std::array::from_fn(|i| stretch.base[i] + stretch.growth[i] * d), self.premultiplied)
    }

    fn fill(&self, x: i32, y: i32, out: &mut [Pixel], position: impl Fn(f64, f64) -> f64) {
        let mut hint = 0;
        for (i, pixel) in out.iter_mut().enumerate() {
            *pixel = match self.map.at(x.saturating_add(i as i32), y) {
                Some((u, v)) => self.color(position(u, v), &mut hint),
                None => [0; 4],
            };
        }
    }

    fn fill_linear(&self, x: i32, y: i32, out: &mut [Pixel], start: (f64, f64), direction: (f64, f64)) {
        // Along a row the position only changes with the parts of the map that depend on x.
        let change = self.map.inverse[0] * direction.0 + self.map.inverse[1] * direction.1;
        let tiled = self.map.cut || self.map.step_x > 0.0 || self.map.step_y > 0.0;
        let position = |u: f64, v: f64| (u - start.0) * direction.0 + (v - start.1) * direction.1;
        if change == 0.0 && !tiled {
            if let Some((u, v)) = self.map.at(0, y) {
                out.fill(self.color(position(u, v), &mut 0));
            }
            return;
        }
        self.fill(x, y, out, position);
    }
}

impl RowSource for GradientPaint {
    fn row(&self, x: i32, y: i32, out: &mut [Pixel]) {
        match self.kind {
            GradientKind::Linear { start, end } => {
                let (dx, dy) = (f64::from(end.x) - f64::from(start.x), f64::from(end.y) - f64::from(start.y));
                let square = dx * dx + dy * dy;
                if !(square > 0.0) || !square.is_finite() {
                    out.fill(self.after);
                    return;
                }
                let start = (f64::from(start.x), f64::from(start.y));
                self.fill_linear(x, y, out, start, (dx / square, dy / square));
            }
            GradientKind::Radial { center, radius_x, radius_y } => {
                if !(radius_x > 0.0 && radius_y > 0.0) {
                    out.fill(self.after);
                    return;
                }
                let (cx, cy) = (f64::from(center.x), f64::from(center.y));
                let (kx, ky) = (1.0 / f64::from(radius_x), 1.0 / f64::from(radius_y));
                self.fill(x, y, out, |u, v| {
                    let (dx, dy) = ((u - cx) * kx, (v - cy) * ky);
                    (dx * dx + dy * dy).sqrt()
                });
            }
            GradientKind::Conic { center, angle } => {
                let (cx, cy) = (f64::from(center.x), f64::from(center.y));
                let turn = std::f64::consts::TAU;
                self.fill(x, y, out, |u, v| {
                    let t = ((u - cx).atan2(cy - v) - f64::from(angle)) / turn;
                    t - t.floor()
                });
            }
        }
    }
}
