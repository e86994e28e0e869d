//! Shorthands: a table of names and longhands, and parsers that expand a value to declarations of those.
//!
//! A longhand that a shorthand's value does not mention gets its initial value. Most shorthands are one of a few shapes
//! (sides, pairs, values in any order) and need only a row.

mod animations;
mod borders;
mod fonts;
mod grids;
mod layers;
mod shapes;

use cssparser::Parser;

use super::declaration::{CssWideKeyword, PropertyDeclaration};
use super::logical::LogicalId;
use super::longhands::LonghandId;
use super::names::Target;
use crate::css::values::{Parsed, ParserContext};

/// What a parser of a shorthand works on.
pub(super) struct Shorthand<'a, 'i> {
    cx: &'a ParserContext<'a>,
    input: &'a mut Parser<'i>,
    targets: &'a [Target],
    out: &'a mut Vec<PropertyDeclaration>,
}

macro_rules! shorthands {
    ($($Variant:ident $name:literal $kind:ident [$($Longhand:ident)*] $module:ident::$parser:ident;)*) => {
        /// A shorthand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ShorthandId {
            $(#[doc = concat!("`", $name, "`")] $Variant,)*
        }

        impl ShorthandId {
            /// Every one.
            pub const ALL: &'static [Self] = &[$(Self::$Variant,)*];

            /// The CSS name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name,)* }
            }

            /// The longhands it sets, in order.
            pub(super) fn targets(self) -> Vec<Target> {
                if self == Self::All {
                    return LonghandId::ALL.iter().filter(|id| id.is_reset_by_all()).map(|id| Target::Longhand(*id)).collect();
                }
                match self {
                    $(Self::$Variant => vec![$(target!($kind $Longhand),)*],)*
                }
            }

            /// Parses a value that is no CSS-wide keyword, to the end of the input.
            pub(super) fn parse(
                self,
                cx: &ParserContext<'_>,
                input: &mut Parser<'_>,
                out: &mut Vec<PropertyDeclaration>,
            ) -> Parsed<()> {
                match self {
                    $(Self::$Variant => {
                        let targets: &[Target] = &[$(target!($kind $Longhand),)*];
                        $module::$parser(Shorthand { cx, input, targets, out })
                    })*
                }
            }
        }
    };
}

macro_rules! target {
    (physical $Longhand:ident) => {
        Target::Longhand(LonghandId::$Longhand)
    };
    (logical $Longhand:ident) => {
        Target::Logical(LogicalId::$Longhand)
    };
}

shorthands! {
    All "all" physical [] shapes::nothing;
    Animation "animation" physical [
        AnimationDuration AnimationTimingFunction AnimationDelay AnimationIterationCount AnimationDirection
        AnimationFillMode AnimationPlayState
        AnimationName
    ] animations::animation;
    Background "background" physical [
        BackgroundColor BackgroundImage BackgroundPositionX BackgroundPositionY BackgroundSize BackgroundRepeat
        BackgroundAttachment BackgroundOrigin BackgroundClip
    ] layers::background;
    BackgroundPosition "background-position" physical [BackgroundPositionX BackgroundPositionY] layers::position;
    Border "border" physical [
        BorderTopWidth BorderRightWidth BorderBottomWidth BorderLeftWidth BorderTopStyle BorderRightStyle
        BorderBottomStyle BorderLeftStyle
        BorderTopColor BorderRightColor BorderBottomColor BorderLeftColor BorderImageSource BorderImageSlice
        BorderImageWidth BorderImageOutset
        BorderImageRepeat
    ] borders::border;
    BorderBlock "border-block" logical [
        BorderBlockStartWidth BorderBlockEndWidth BorderBlockStartStyle BorderBlockEndStyle
        BorderBlockStartColor BorderBlockEndColor
    ] borders::border;
    BorderBlockColor "border-block-color" logical [BorderBlockStartColor BorderBlockEndColor] shapes::pair;
    BorderBlockEnd "border-block-end" logical [
        BorderBlockEndWidth BorderBlockEndStyle BorderBlockEndColor
    ] shapes::any_order;
    BorderBlockStart "border-block-start" logical [
        BorderBlockStartWidth BorderBlockStartStyle BorderBlockStartColor
    ] shapes::any_order;
    BorderBlockStyle "border-block-style" logical [BorderBlockStartStyle BorderBlockEndStyle] shapes::pair;
    BorderBlockWidth "border-block-width" logical [BorderBlockStartWidth BorderBlockEndWidth] shapes::pair;
    BorderBottom "border-bottom" physical [BorderBottomWidth BorderBottomStyle BorderBottomColor] shapes::any_order;
    BorderColor "border-color" physical [
        BorderTopColor BorderRightColor BorderBottomColor BorderLeftColor
    ] shapes::sides;
    BorderImage "border-image" physical [
        BorderImageSource BorderImageSlice BorderImageWidth BorderImageOutset BorderImageRepeat
    ] borders::border_image;
    BorderInline "border-inline" logical [
        BorderInlineStartWidth BorderInlineEndWidth BorderInlineStartStyle BorderInlineEndStyle
        BorderInlineStartColor BorderInlineEndColor
    ] borders::border;
    BorderInlineColor "border-inline-color" logical [BorderInlineStartColor BorderInlineEndColor] shapes::pair;
    BorderInlineEnd "border-inline-end" logical [
        BorderInlineEndWidth BorderInlineEndStyle BorderInlineEndColor
    ] shapes::any_order;
    BorderInlineStart "border-inline-start" logical [
        BorderInlineStartWidth BorderInlineStartStyle BorderInlineStartColor
    ] shapes::any_order;
    BorderInlineStyle "border-inline-style" logical [BorderInlineStartStyle BorderInlineEndStyle] shapes::pair;
    BorderInlineWidth "border-inline-width" logical [BorderInlineStartWidth BorderInlineEndWidth] shapes::pair;
    BorderLeft "border-left" physical [BorderLeftWidth BorderLeftStyle BorderLeftColor] shapes::any_order;
    BorderRadius "border-radius" physical [
        BorderTopLeftRadius BorderTopRightRadius BorderBottomRightRadius BorderBottomLeftRadius
    ] borders::border_radius;
    BorderRight "border-right" physical [BorderRightWidth BorderRightStyle BorderRightColor] shapes::any_order;
    BorderSpacing "border-spacing" physical [BorderSpacingHorizontal BorderSpacingVertical] shapes::pair;
    BorderStyle "border-style" physical [
        BorderTopStyle BorderRightStyle BorderBottomStyle BorderLeftStyle
    ] shapes::sides;
    BorderTop "border-top" physical [BorderTopWidth BorderTopStyle BorderTopColor] shapes::any_order;
    BorderWidth "border-width" physical [
        BorderTopWidth BorderRightWidth BorderBottomWidth BorderLeftWidth
    ] shapes::sides;
    ColumnRule "column-rule" physical [ColumnRuleWidth ColumnRuleStyle ColumnRuleColor] shapes::any_order;
    Columns "columns" physical [ColumnWidth ColumnCount] grids::columns;
    ContainIntrinsicSize "contain-intrinsic-size" physical [ContainIntrinsicWidth ContainIntrinsicHeight] shapes::pair;
    Container "container" physical [ContainerName ContainerType] shapes::with_slash;
    Flex "flex" physical [FlexGrow FlexShrink FlexBasis] grids::flex;
    FlexFlow "flex-flow" physical [FlexDirection FlexWrap] shapes::any_order;
    Font "font" physical [
        FontStyle FontVariantCaps FontWeight FontWidth FontSize LineHeight FontFamily FontVariantLigatures
        FontVariantNumeric FontVariantEastAsian
        FontVariantPosition FontVariantEmoji FontKerning FontFeatureSettings FontVariationSettings
        FontOpticalSizing FontSizeAdjust
    ] fonts::font;
    FontVariant "font-variant" physical [
        FontVariantCaps FontVariantLigatures FontVariantNumeric FontVariantEastAsian FontVariantPosition
        FontVariantEmoji
    ] fonts::font_variant;
    Gap "gap" physical [RowGap ColumnGap] shapes::pair;
    Grid "grid" physical [
        GridTemplateRows GridTemplateColumns GridTemplateAreas GridAutoFlow GridAutoRows GridAutoColumns
    ] grids::grid;
    GridArea "grid-area" physical [GridRowStart GridColumnStart GridRowEnd GridColumnEnd] grids::grid_lines;
    GridColumn "grid-column" physical [GridColumnStart GridColumnEnd] grids::grid_lines;
    GridRow "grid-row" physical [GridRowStart GridRowEnd] grids::grid_lines;
    GridTemplate "grid-template" physical [GridTemplateRows GridTemplateColumns GridTemplateAreas] grids::grid_template;
    Inset "inset" physical [Top Right Bottom Left] shapes::sides;
    InsetBlock "inset-block" logical [InsetBlockStart InsetBlockEnd] shapes::pair;
    InsetInline "inset-inline" logical [InsetInlineStart InsetInlineEnd] shapes::pair;
    ListStyle "list-style" physical [ListStylePosition ListStyleImage ListStyleType] fonts::list_style;
    Margin "margin" physical [MarginTop MarginRight MarginBottom MarginLeft] shapes::sides;
    MarginBlock "margin-block" logical [MarginBlockStart MarginBlockEnd] shapes::pair;
    MarginInline "margin-inline" logical [MarginInlineStart MarginInlineEnd] shapes::pair;
    Mask "mask" physical [
        MaskImage MaskPositionX MaskPositionY MaskSize MaskRepeat MaskOrigin MaskClip MaskComposite MaskMode
    ] layers::mask;
    MaskPosition "mask-position" physical [MaskPositionX MaskPositionY] layers::position;
    Outline "outline" physical [OutlineStyle OutlineWidth OutlineColor] shapes::any_order;
    Overflow "overflow" physical [OverflowX OverflowY] shapes::pair;
    Padding "padding" physical [PaddingTop PaddingRight PaddingBottom PaddingLeft] shapes::sides;
    PaddingBlock "padding-block" logical [PaddingBlockStart PaddingBlockEnd] shapes::pair;
    PaddingInline "padding-inline" logical [PaddingInlineStart PaddingInlineEnd] shapes::pair;
    PlaceContent "place-content" physical [AlignContent JustifyContent] shapes::pair;
    PlaceItems "place-items" physical [AlignItems JustifyItems] shapes::pair;
    PlaceSelf "place-self" physical [AlignSelf JustifySelf] shapes::pair;
    TextBox "text-box" physical [TextBoxTrim TextBoxEdge] fonts::text_box;
    TextDecoration "text-decoration" physical [
        TextDecorationLine TextDecorationThickness TextDecorationStyle TextDecorationColor
    ] shapes::any_order;
    TextEmphasis "text-emphasis" physical [TextEmphasisStyle TextEmphasisColor] shapes::any_order;
    TextWrap "text-wrap" physical [TextWrapMode TextWrapStyle] shapes::any_order;
    WebkitTextStroke "-webkit-text-stroke" physical [WebkitTextStrokeWidth WebkitTextStrokeColor] shapes::any_order;
    WhiteSpace "white-space" physical [WhiteSpaceCollapse TextWrapMode] fonts::white_space;
}

impl LonghandId {
    /// [`all`](https://www.w3.org/TR/css-cascade-5/#all-shorthand) leaves text direction to the document.
    fn is_reset_by_all(self) -> bool {
        !matches!(self, Self::Direction | Self::UnicodeBidi | Self::Language)
    }
}

impl Shorthand<'_, '_> {
    /// The longhand a target's value is parsed as.
    fn id(&self, index: usize) -> LonghandId {
        match self.targets[index] {
            Target::Longhand(id) => id,
            Target::Logical(id) => id.default_physical(),
        }
    }

    /// Parses a value of one of the longhands.
    fn parse(&mut self, index: usize) -> Parsed<PropertyDeclaration> {
        PropertyDeclaration::parse_longhand(self.id(index), self.cx, self.input)
    }

    /// Parses a value of one of the longhands if there is one.
    fn try_parse(&mut self, index: usize) -> Parsed<PropertyDeclaration> {
        let (id, cx) = (self.id(index), self.cx);
        self.input.try_parse(|input| PropertyDeclaration::parse_longhand(id, cx, input))
    }

    /// Parses a text of ours, put together from pieces of the value, as one of the longhands.
    fn parse_text(&mut self, index: usize, text: &str) -> Parsed<()> {
        let (id, cx) = (self.id(index), self.cx);
        let declaration =
            Parser::new(text).parse_entirely(|input| PropertyDeclaration::parse_longhand(id, cx, input))?;
        self.declare(index, declaration);
        Ok(())
    }

    /// Declares a longhand.
    fn declare(&mut self, index: usize, declaration: PropertyDeclaration) {
        self.out.push(match self.targets[index] {
            Target::Longhand(id) => declaration.retargeted_if_needed(id),
            Target::Logical(id) => {
                PropertyDeclaration::Logical(id, Box::new(declaration.retargeted_if_needed(id.default_physical())))
            }
        });
    }

    /// Declares a longhand's initial value.
    fn declare_initial(&mut self, index: usize) {
        let id = self.id(index);
        self.declare(index, PropertyDeclaration::CssWide(id, CssWideKeyword::Initial));
    }

    /// Declares the values found, and the initial ones where none was.
    fn declare_all(&mut self, values: Vec<Option<PropertyDeclaration>>) {
        for (index, value) in values.into_iter().enumerate() {
            match value {
                Some(value) => self.declare(index, value),
                None => self.declare_initial(index),
            }
        }
    }
}

impl PropertyDeclaration {
    fn retargeted_if_needed(self, id: LonghandId) -> Self {
        if self.longhand_id() == Some(id) { self } else { self.retargeted(id) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::declaration::{DeclarationBlock, Importance};
    use super::*;
    use crate::css::values::UrlBase;

    fn names(text: &str) -> Vec<&'static str> {
        let cx = ParserContext::new(false, UrlBase::none());
        let block = DeclarationBlock::parse(&cx, text);
        block
            .declarations
            .iter()
            .filter_map(|(declaration, _)| declaration.longhand_id())
            .map(LonghandId::name)
            .collect()
    }

    fn accepted(text: &str) -> bool {
        !names(text).is_empty()
    }

    #[test]
    fn expand_to_their_longhands() {
        assert_eq!(names("margin: 1px 2px"), ["margin-top", "margin-right", "margin-bottom", "margin-left"]);
        assert_eq!(names("border: 1px solid red").len(), 17);
        assert_eq!(names("padding-inline: 1em"), ["padding-left", "padding-right"]);
        assert_eq!(names("font: italic 12px/1.5 a, serif").len(), 17);
        assert_eq!(names("grid-area: a").len(), 4);
        assert!(names("all: unset").len() > 200);
    }

    #[test]
    fn accept_what_browsers_accept() {
        for text in [
            "background: url(a.png) no-repeat center / cover, linear-gradient(red, blue) fixed padding-box text #fff",
            "background: red",
            "background: none",
            "background: 0 0",
            "background: center top 10px no-repeat url(x)",
            "mask: url(a.svg) center / contain no-repeat exclude",
            "font: menu",
            "font: 700 1rem var(--x)",
            "font: small-caps bold condensed 1em/2 'A B'",
            "flex: 1",
            "flex: none",
            "flex: 1 1 0%",
            "flex: auto",
            "grid: auto-flow / 1fr 1fr",
            "grid: 'a b' 40px 'c d' / 1fr 2fr",
            "grid-template: [x] 'a' 10px [y] [z] 'b' [w] / auto",
            "grid-row: 1 / span 2",
            "border-radius: 10px / 1em 2em",
            "border-image: url(a.png) 30 fill / 10px / 2px round",
            "list-style: none",
            "list-style: square inside url(a.png)",
            "text-decoration: underline dotted red 2px",
            "columns: 2 auto",
            "columns: auto 100px",
            "animation: 1s ease-out 0s 1 normal none running slide, fade .5s both",
            "place-items: center",
            "white-space: pre-wrap",
            "white-space: nowrap",
            "text-wrap: balance",
            "outline: auto 1px -webkit-focus-ring-color",
            "border-inline-start: thin solid",
            "container: a / inline-size",
            "inset: 0 auto",
            "gap: 1rem 2rem",
            "background-position: right 10px top 20%, center",
            "font-variant: small-caps tabular-nums",
            "border: solid",
            "overflow: hidden",
        ] {
            assert!(accepted(text), "{text}");
        }
        for text in [
            "margin: 1px 2px 3px 4px 5px",
            "flex: 1 2 3",
            "font: 12px",
            "border: 1px 2px",
            "background: red blue",
            "all: 1",
            "grid-template: 'a' 'b c'",
        ] {
            assert!(!accepted(text), "{text}");
        }
    }

    #[test]
    fn importance_and_variables() {
        let cx = ParserContext::new(false, UrlBase::none());
        let block = DeclarationBlock::parse(&cx, "margin: var(--a) ! important; color: red; --x: {a;b} !important");
        assert_eq!(block.declarations.len(), 6);
        assert_eq!(block.declarations[0].1, Importance::Important);
        assert!(
            matches!(&block.declarations[0].0, PropertyDeclaration::WithVariables(_, value) if &*value.text == "var(--a)")
        );
        assert_eq!(block.declarations[4].1, Importance::Normal);
        assert_eq!(block.declarations[5].1, Importance::Important);
    }
}
