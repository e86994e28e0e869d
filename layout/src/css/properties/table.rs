//! THE property table: one row per longhand, and nothing else knows a property's facts.
//!
//! Columns: variant of `LonghandId`, field and accessor name, CSS name, computed type, initial value, anchor of the
//! defining specification below `https://www.w3.org/TR/`, and `used_by`: the file that consumes the value, or
//! `"none: <reason>"` for a property that is parsed and computed but changes nothing yet.
//! The widths of borders, outline and column rule are initially `medium`, but compute to zero as long as the line's style is
//! `none`, as it initially is: so zero stands here, and `StyleBuilder` knows of `medium`.
//! Rows stand in groups; a group is one shared object of a computed style, and is inherited as a whole or not at all.

/// Calls a macro with the whole table.
macro_rules! with_property_table {
    ($callback:ident) => {
        $callback! {
            inherited Font font {
                FontFamily font_family "font-family": FontFamily = FontFamily::initial(), "css-fonts-4/#font-family-prop", used_by "browser/src/fonts";
                FontSize font_size "font-size": FontSize = FontSize::MEDIUM, "css-fonts-4/#font-size-prop", used_by "browser/src/fonts";
                FontWeight font_weight "font-weight": FontWeight = FontWeight::NORMAL, "css-fonts-4/#font-weight-prop", used_by "browser/src/fonts";
                FontWidth font_stretch "font-stretch": FontWidth = FontWidth::NORMAL, "css-fonts-4/#font-stretch-prop", used_by "browser/src/fonts";
                FontStyle font_style "font-style": FontStyle = FontStyle::Normal, "css-fonts-4/#font-style-prop", used_by "browser/src/fonts";
                FontVariantCaps font_variant_caps "font-variant-caps": FontVariantCaps = FontVariantCaps::Normal, "css-fonts-4/#font-variant-caps-prop", used_by "browser/src/fonts";
                FontVariantLigatures font_variant_ligatures "font-variant-ligatures": FontVariantLigatures = FontVariantLigatures::empty(), "css-fonts-4/#font-variant-ligatures-prop", used_by "browser/src/fonts";
                FontVariantNumeric font_variant_numeric "font-variant-numeric": FontVariantNumeric = FontVariantNumeric::empty(), "css-fonts-4/#font-variant-numeric-prop", used_by "browser/src/fonts";
                FontVariantEastAsian font_variant_east_asian "font-variant-east-asian": FontVariantEastAsian = FontVariantEastAsian::empty(), "css-fonts-4/#font-variant-east-asian-prop", used_by "browser/src/fonts";
                FontVariantPosition font_variant_position "font-variant-position": FontVariantPosition = FontVariantPosition::Normal, "css-fonts-4/#font-variant-position-prop", used_by "browser/src/fonts";
                FontVariantEmoji font_variant_emoji "font-variant-emoji": FontVariantEmoji = FontVariantEmoji::Normal, "css-fonts-4/#font-variant-emoji-prop", used_by "browser/src/fonts";
                FontKerning font_kerning "font-kerning": FontKerning = FontKerning::Auto, "css-fonts-4/#font-kerning-prop", used_by "browser/src/fonts";
                FontFeatureSettings font_feature_settings "font-feature-settings": FontFeatureSettings = FontFeatureSettings::default(), "css-fonts-4/#font-feature-settings-prop", used_by "browser/src/fonts";
                FontVariationSettings font_variation_settings "font-variation-settings": FontVariationSettings = FontVariationSettings::default(), "css-fonts-4/#font-variation-settings-def", used_by "browser/src/fonts";
                FontOpticalSizing font_optical_sizing "font-optical-sizing": FontOpticalSizing = FontOpticalSizing::Auto, "css-fonts-4/#font-optical-sizing-def", used_by "browser/src/fonts";
                FontSizeAdjust font_size_adjust "font-size-adjust": FontSizeAdjust = None, "css-fonts-4/#font-size-adjust-prop", used_by "browser/src/fonts";
                FontSynthesis font_synthesis "-ashlar-font-synthesis": FontSynthesis = FontSynthesis::all(), "css-fonts-4/#font-synthesis", used_by "browser/src/fonts";
                Language language "-webkit-locale": Language = None, "css-text-4/#language", used_by "browser/src/fonts";
                LineHeight line_height "line-height": LineHeight = LineHeight::Normal, "css-inline-3/#line-height-property", used_by "layout/src/inline";
            }
            inherited InheritedText inherited_text {
                Color color "color": ColorValue = ColorValue(Rgba::BLACK), "css-color-4/#the-color-property", used_by "browser/src/paint";
                TextAlign text_align "text-align": TextAlign = TextAlign::Start, "css-text-4/#text-align-property", used_by "layout/src/inline";
                TextAlignLast text_align_last "text-align-last": TextAlignLast = TextAlignLast::Auto, "css-text-4/#text-align-last-property", used_by "layout/src/inline";
                TextJustify text_justify "text-justify": TextJustify = TextJustify::Auto, "css-text-4/#text-justify-property", used_by "layout/src/inline";
                TextIndent text_indent "text-indent": TextIndent = TextIndent::default(), "css-text-4/#text-indent-property", used_by "layout/src/inline";
                TextTransform text_transform "text-transform": TextTransform = TextTransform::default(), "css-text-4/#text-transform-property", used_by "layout/src/box_tree";
                WhiteSpaceCollapse white_space_collapse "white-space-collapse": WhiteSpaceCollapse = WhiteSpaceCollapse::Collapse, "css-text-4/#white-space-collapsing", used_by "layout/src/inline";
                TextWrapMode text_wrap_mode "text-wrap-mode": TextWrapMode = TextWrapMode::Wrap, "css-text-4/#text-wrap-mode", used_by "layout/src/inline";
                TextWrapStyle text_wrap_style "text-wrap-style": TextWrapStyle = TextWrapStyle::Auto, "css-text-4/#text-wrap-style", used_by "layout/src/inline";
                TextBoxEdge text_box_edge "text-box-edge": TextBoxEdge = TextBoxEdge::default(), "css-inline-3/#text-box-edge", used_by "layout/src/block";
                WordBreak word_break "word-break": WordBreak = WordBreak::Normal, "css-text-4/#word-break-property", used_by "layout/src/inline";
                LineBreak line_break "line-break": LineBreak = LineBreak::Auto, "css-text-4/#line-break-property", used_by "layout/src/inline";
                OverflowWrap overflow_wrap "overflow-wrap": OverflowWrap = OverflowWrap::Normal, "css-text-4/#overflow-wrap-property", used_by "layout/src/inline";
                Hyphens hyphens "hyphens": Hyphens = Hyphens::Manual, "css-text-4/#hyphens-property", used_by "layout/src/inline";
                HyphenateCharacter hyphenate_character "hyphenate-character": StringOrAuto = StringOrAuto::Auto, "css-text-4/#hyphenate-character", used_by "layout/src/inline";
                LetterSpacing letter_spacing "letter-spacing": Spacing = Spacing::NORMAL, "css-text-4/#letter-spacing-property", used_by "layout/src/inline";
                WordSpacing word_spacing "word-spacing": Spacing = Spacing::NORMAL, "css-text-4/#word-spacing-property", used_by "layout/src/inline";
                TabSize tab_size "tab-size": TabSize = TabSize::Number(8.0), "css-text-4/#tab-size-property", used_by "layout/src/inline";
                TextShadow text_shadow "text-shadow": TextShadows = TextShadows::default(), "css-text-decor-4/#text-shadow-property", used_by "browser/src/paint";
                TextUnderlineOffset text_underline_offset "text-underline-offset": TextUnderlineOffset = TextUnderlineOffset::Auto, "css-text-decor-4/#underline-offset", used_by "browser/src/paint";
                TextUnderlinePosition text_underline_position "text-underline-position": TextUnderlinePosition = TextUnderlinePosition::Auto, "css-text-decor-4/#text-underline-position-property", used_by "browser/src/paint";
                TextDecorationSkipInk text_decoration_skip_ink "text-decoration-skip-ink": TextDecorationSkipInk = TextDecorationSkipInk::Auto, "css-text-decor-4/#text-decoration-skip-ink-property", used_by "browser/src/paint";
                TextEmphasisStyle text_emphasis_style "text-emphasis-style": TextEmphasisStyle = TextEmphasisStyle::None, "css-text-decor-4/#text-emphasis-style-property", used_by "none: emphasis marks are not drawn";
                TextEmphasisColor text_emphasis_color "text-emphasis-color": Color = Color::CurrentColor, "css-text-decor-4/#text-emphasis-color-property", used_by "none: emphasis marks are not drawn";
                TextEmphasisPosition text_emphasis_position "text-emphasis-position": TextEmphasisPosition = TextEmphasisPosition::Over, "css-text-decor-4/#text-emphasis-position-property", used_by "none: emphasis marks are not drawn";
                TextOrientation text_orientation "text-orientation": TextOrientation = TextOrientation::Mixed, "css-writing-modes-4/#text-orientation", used_by "none: vertical lines are not laid out";
                TextRendering text_rendering "text-rendering": TextRendering = TextRendering::Auto, "SVG2/painting.html#TextRenderingProperty", used_by "none: all text is shaped with kerning and ligatures";
                RubyPosition ruby_position "ruby-position": RubyPosition = RubyPosition::Over, "css-ruby-1/#rubypos", used_by "none: ruby is laid out inline";
                WebkitTextFillColor webkit_text_fill_color "-webkit-text-fill-color": Color = Color::CurrentColor, "compat/#the-webkit-text-fill-color", used_by "browser/src/paint";
                WebkitTextStrokeColor webkit_text_stroke_color "-webkit-text-stroke-color": Color = Color::CurrentColor, "compat/#the-webkit-text-stroke-color", used_by "none: text strokes are not drawn";
                WebkitTextStrokeWidth webkit_text_stroke_width "-webkit-text-stroke-width": LineWidth = LineWidth(0.0), "compat/#the-webkit-text-stroke-width", used_by "none: text strokes are not drawn";
            }
            inherited List list {
                ListStyleType list_style_type "list-style-type": CounterStyle = CounterStyle::disc(), "css-lists-3/#list-style-type-property", used_by "browser/src/boxes";
                ListStylePosition list_style_position "list-style-position": ListStylePosition = ListStylePosition::Outside, "css-lists-3/#list-style-position-property", used_by "browser/src/boxes";
                ListStyleImage list_style_image "list-style-image": Image = Image::None, "css-lists-3/#list-style-image-property", used_by "browser/src/boxes";
                Quotes quotes "quotes": Quotes = Quotes::Auto, "css-content-3/#quotes", used_by "browser/src/boxes";
            }
            inherited InheritedTable inherited_table {
                BorderCollapse border_collapse "border-collapse": BorderCollapse = BorderCollapse::Separate, "css-tables-3/#border-collapse-property", used_by "layout/src/table";
                BorderSpacingHorizontal border_spacing_horizontal "-webkit-border-horizontal-spacing": PxLength = PxLength(0.0), "css-tables-3/#border-spacing-property", used_by "layout/src/table";
                BorderSpacingVertical border_spacing_vertical "-webkit-border-vertical-spacing": PxLength = PxLength(0.0), "css-tables-3/#border-spacing-property", used_by "layout/src/table";
                CaptionSide caption_side "caption-side": CaptionSide = CaptionSide::Top, "css-tables-3/#caption-side-property", used_by "layout/src/table";
                EmptyCells empty_cells "empty-cells": EmptyCells = EmptyCells::Show, "css-tables-3/#empty-cells-property", used_by "browser/src/paint";
            }
            inherited InheritedBox inherited_box {
                Orphans orphans "orphans": Integer = Integer(2), "css-break-3/#propdef-orphans", used_by "layout/src/block/multicol";
                Widows widows "widows": Integer = Integer(2), "css-break-3/#propdef-widows", used_by "layout/src/block/multicol";
                Visibility visibility "visibility": Visibility = Visibility::Visible, "css-display-4/#visibility", used_by "browser/src/paint";
                Direction direction "direction": DirectionValue = DirectionValue::Ltr, "css-writing-modes-4/#direction", used_by "layout/src/geometry.rs";
                WritingMode writing_mode "writing-mode": WritingModeValue = WritingModeValue::HorizontalTb, "css-writing-modes-4/#block-flow", used_by "layout/src/geometry.rs";
                PointerEvents pointer_events "pointer-events": PointerEvents = PointerEvents::Auto, "css-ui-4/#pointer-events-control", used_by "none: there is no pointer";
                ImageRendering image_rendering "image-rendering": ImageRendering = ImageRendering::Auto, "css-images-3/#the-image-rendering", used_by "browser/src/paint";
                ColorScheme color_scheme "color-scheme": ColorScheme = ColorScheme::default(), "css-color-adjust-1/#color-scheme-prop", used_by "browser/src/style";
                CaretColor caret_color "caret-color": ColorOrAuto = ColorOrAuto::Auto, "css-ui-4/#caret-color", used_by "none: there is no caret";
                AccentColor accent_color "accent-color": ColorOrAuto = ColorOrAuto::Auto, "css-ui-4/#widget-accent", used_by "browser/src/paint";
            }
            inherited InheritedSvg inherited_svg {
                Fill fill "fill": SvgPaint = SvgPaint::Color(Color::Rgba(Rgba::BLACK)), "SVG2/painting.html#FillProperty", used_by "browser/src/images";
                Stroke stroke "stroke": SvgPaint = SvgPaint::None, "SVG2/painting.html#StrokeProperty", used_by "browser/src/images";
                FillOpacity fill_opacity "fill-opacity": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                FillRule fill_rule "fill-rule": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                StrokeWidth stroke_width "stroke-width": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                StrokeOpacity stroke_opacity "stroke-opacity": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                StrokeLinecap stroke_linecap "stroke-linecap": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                StrokeLinejoin stroke_linejoin "stroke-linejoin": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                StrokeMiterlimit stroke_miterlimit "stroke-miterlimit": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                StrokeDasharray stroke_dasharray "stroke-dasharray": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                StrokeDashoffset stroke_dashoffset "stroke-dashoffset": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                ClipRule clip_rule "clip-rule": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                PaintOrder paint_order "paint-order": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                TextAnchor text_anchor "text-anchor": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                DominantBaseline dominant_baseline "dominant-baseline": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                MarkerStart marker_start "marker-start": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                MarkerMid marker_mid "marker-mid": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                MarkerEnd marker_end "marker-end": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
            }
            reset Svg svg {
                StopColor stop_color "stop-color": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                StopOpacity stop_opacity "stop-opacity": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                FloodColor flood_color "flood-color": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                FloodOpacity flood_opacity "flood-opacity": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
                MaskType mask_type "mask-type": SvgText = SvgText(None), "SVG2/propidx.html", used_by "browser/src/images";
            }
            reset BoxStyle box_style {
                Display display "display": Display = Display::INLINE, "css-display-3/#the-display-properties", used_by "browser/src/boxes";
                UnblockifiedDisplay unblockified_display "-ashlar-unblockified-display": Display = Display::INLINE, "css-position-3/#staticpos-rect", used_by "layout/src/inline";
                Position position "position": Position = Position::Static, "css-position-3/#position-property", used_by "layout/src/positioned";
                Float float "float": Float = Float::None, "css2/#float-position", used_by "layout/src/block";
                Clear clear "clear": Clear = Clear::None, "css2/#flow-control", used_by "layout/src/block";
                OverflowX overflow_x "overflow-x": Overflow = Overflow::Visible, "css-overflow-3/#overflow-properties", used_by "browser/src/paint";
                OverflowY overflow_y "overflow-y": Overflow = Overflow::Visible, "css-overflow-3/#overflow-properties", used_by "browser/src/paint";
                OverflowClipMargin overflow_clip_margin "overflow-clip-margin": OverflowClipMargin = OverflowClipMargin::INITIAL, "css-overflow-4/#overflow-clip-margin", used_by "browser/src/paint";
                ZIndex z_index "z-index": ZIndex = ZIndex::Auto, "css2/#z-index", used_by "browser/src/paint";
                BoxSizing box_sizing "box-sizing": BoxSizing = BoxSizing::ContentBox, "css-sizing-3/#box-sizing", used_by "layout/src/sizing.rs";
                TableLayout table_layout "table-layout": TableLayout = TableLayout::Auto, "css-tables-3/#table-layout-property", used_by "layout/src/table";
                ObjectFit object_fit "object-fit": ObjectFit = ObjectFit::Fill, "css-images-3/#the-object-fit", used_by "browser/src/paint";
                ObjectPosition object_position "object-position": Position2d = Position2d::CENTER, "css-images-3/#the-object-position", used_by "browser/src/paint";
                Contain contain "contain": Contain = Contain::empty(), "css-contain-2/#contain-property", used_by "layout/src/sizing.rs";
                ContentVisibility content_visibility "content-visibility": ContentVisibility = ContentVisibility::Visible, "css-contain-2/#content-visibility", used_by "browser/src/boxes";
                WillChange will_change "will-change": WillChange = WillChange::empty(), "css-will-change-1/#will-change", used_by "browser/src/paint";
                Appearance appearance "appearance": Appearance = Appearance::None, "css-ui-4/#appearance-switching", used_by "browser/src/paint";
                BreakBefore break_before "break-before": BreakBetween = BreakBetween::Auto, "css-break-3/#break-between", used_by "layout/src/block/multicol";
                BreakAfter break_after "break-after": BreakBetween = BreakBetween::Auto, "css-break-3/#break-between", used_by "layout/src/block/multicol";
                BreakInside break_inside "break-inside": BreakInside = BreakInside::Auto, "css-break-3/#break-within", used_by "layout/src/block/multicol";
                BoxDecorationBreak box_decoration_break "box-decoration-break": BoxDecorationBreak = BoxDecorationBreak::Slice, "css-break-3/#break-decoration", used_by "none: inline boxes are sliced";
                ShapeOutside shape_outside "shape-outside": ShapeOutside = ShapeOutside::None, "css-shapes-1/#shape-outside-property", used_by "none: lines keep to the margin box of a float";
                ContainerType container_type "container-type": ContainerType = ContainerType::Normal, "css-conditional-5/#container-type", used_by "browser/src/style";
                ContainerName container_name "container-name": ContainerName = ContainerName::default(), "css-conditional-5/#container-name", used_by "browser/src/style";
                Zoom zoom "zoom": Number = 1.0, "css-viewport-1/#zoom-property", used_by "browser/src/style";
            }
            reset Margin margin {
                MarginTop margin_top "margin-top": LengthPercentageOrAuto = LengthPercentageOrAuto::ZERO, "css-box-4/#margin-physical", used_by "layout/src/sizing.rs";
                MarginRight margin_right "margin-right": LengthPercentageOrAuto = LengthPercentageOrAuto::ZERO, "css-box-4/#margin-physical", used_by "layout/src/sizing.rs";
                MarginBottom margin_bottom "margin-bottom": LengthPercentageOrAuto = LengthPercentageOrAuto::ZERO, "css-box-4/#margin-physical", used_by "layout/src/sizing.rs";
                MarginLeft margin_left "margin-left": LengthPercentageOrAuto = LengthPercentageOrAuto::ZERO, "css-box-4/#margin-physical", used_by "layout/src/sizing.rs";
            }
            reset Padding padding {
                PaddingTop padding_top "padding-top": NonNegativeLengthPercentage = NonNegativeLengthPercentage::ZERO, "css-box-4/#padding-physical", used_by "layout/src/sizing.rs";
                PaddingRight padding_right "padding-right": NonNegativeLengthPercentage = NonNegativeLengthPercentage::ZERO, "css-box-4/#padding-physical", used_by "layout/src/sizing.rs";
                PaddingBottom padding_bottom "padding-bottom": NonNegativeLengthPercentage = NonNegativeLengthPercentage::ZERO, "css-box-4/#padding-physical", used_by "layout/src/sizing.rs";
                PaddingLeft padding_left "padding-left": NonNegativeLengthPercentage = NonNegativeLengthPercentage::ZERO, "css-box-4/#padding-physical", used_by "layout/src/sizing.rs";
            }
            reset Border border {
                BorderTopWidth border_top_width "border-top-width": LineWidth = LineWidth::HIDDEN, "css-backgrounds-3/#border-width", used_by "layout/src/sizing.rs";
                BorderRightWidth border_right_width "border-right-width": LineWidth = LineWidth::HIDDEN, "css-backgrounds-3/#border-width", used_by "layout/src/sizing.rs";
                BorderBottomWidth border_bottom_width "border-bottom-width": LineWidth = LineWidth::HIDDEN, "css-backgrounds-3/#border-width", used_by "layout/src/sizing.rs";
                BorderLeftWidth border_left_width "border-left-width": LineWidth = LineWidth::HIDDEN, "css-backgrounds-3/#border-width", used_by "layout/src/sizing.rs";
                BorderTopStyle border_top_style "border-top-style": BorderStyle = BorderStyle::None, "css-backgrounds-3/#border-style", used_by "browser/src/paint";
                BorderRightStyle border_right_style "border-right-style": BorderStyle = BorderStyle::None, "css-backgrounds-3/#border-style", used_by "browser/src/paint";
                BorderBottomStyle border_bottom_style "border-bottom-style": BorderStyle = BorderStyle::None, "css-backgrounds-3/#border-style", used_by "browser/src/paint";
                BorderLeftStyle border_left_style "border-left-style": BorderStyle = BorderStyle::None, "css-backgrounds-3/#border-style", used_by "browser/src/paint";
                BorderTopColor border_top_color "border-top-color": Color = Color::CurrentColor, "css-backgrounds-3/#border-color", used_by "browser/src/paint";
                BorderRightColor border_right_color "border-right-color": Color = Color::CurrentColor, "css-backgrounds-3/#border-color", used_by "browser/src/paint";
                BorderBottomColor border_bottom_color "border-bottom-color": Color = Color::CurrentColor, "css-backgrounds-3/#border-color", used_by "browser/src/paint";
                BorderLeftColor border_left_color "border-left-color": Color = Color::CurrentColor, "css-backgrounds-3/#border-color", used_by "browser/src/paint";
                BorderTopLeftRadius border_top_left_radius "border-top-left-radius": CornerRadius = CornerRadius::default(), "css-backgrounds-3/#border-radius", used_by "browser/src/paint";
                BorderTopRightRadius border_top_right_radius "border-top-right-radius": CornerRadius = CornerRadius::default(), "css-backgrounds-3/#border-radius", used_by "browser/src/paint";
                BorderBottomRightRadius border_bottom_right_radius "border-bottom-right-radius": CornerRadius = CornerRadius::default(), "css-backgrounds-3/#border-radius", used_by "browser/src/paint";
                BorderBottomLeftRadius border_bottom_left_radius "border-bottom-left-radius": CornerRadius = CornerRadius::default(), "css-backgrounds-3/#border-radius", used_by "browser/src/paint";
                BorderImageSource border_image_source "border-image-source": Image = Image::None, "css-backgrounds-3/#border-image-source", used_by "browser/src/paint";
                BorderImageSlice border_image_slice "border-image-slice": BorderImageSlice = BorderImageSlice::initial(), "css-backgrounds-3/#border-image-slice", used_by "browser/src/paint";
                BorderImageWidth border_image_width "border-image-width": FourSides<BorderImageWidth> = FourSides::all(BorderImageWidth::Number(1.0)), "css-backgrounds-3/#border-image-width", used_by "browser/src/paint";
                BorderImageOutset border_image_outset "border-image-outset": FourSides<BorderImageOutset> = FourSides::all(BorderImageOutset::Length(0.0)), "css-backgrounds-3/#border-image-outset", used_by "browser/src/paint";
                BorderImageRepeat border_image_repeat "border-image-repeat": BorderImageRepeats = BorderImageRepeats::default(), "css-backgrounds-3/#border-image-repeat", used_by "browser/src/paint";
            }
            reset Background background {
                BackgroundColor background_color "background-color": Color = Color::TRANSPARENT, "css-backgrounds-3/#background-color", used_by "browser/src/paint";
                BackgroundImage background_image "background-image": ImageLayers = Layers::one(Image::None), "css-backgrounds-3/#background-image", used_by "browser/src/paint";
                BackgroundPositionX background_position_x "background-position-x": LengthPercentageLayers = Layers::one(LengthPercentage::Percentage(0.0)), "css-backgrounds-4/#background-position-longhands", used_by "browser/src/paint";
                BackgroundPositionY background_position_y "background-position-y": LengthPercentageLayers = Layers::one(LengthPercentage::Percentage(0.0)), "css-backgrounds-4/#background-position-longhands", used_by "browser/src/paint";
                BackgroundSize background_size "background-size": Layers<BackgroundSize> = Layers::one(BackgroundSize::AUTO), "css-backgrounds-3/#background-size", used_by "browser/src/paint";
                BackgroundRepeat background_repeat "background-repeat": Layers<BackgroundRepeat> = Layers::one(BackgroundRepeat::default()), "css-backgrounds-3/#background-repeat", used_by "browser/src/paint";
                BackgroundAttachment background_attachment "background-attachment": Layers<BackgroundAttachment> = Layers::one(BackgroundAttachment::Scroll), "css-backgrounds-3/#background-attachment", used_by "browser/src/paint";
                BackgroundOrigin background_origin "background-origin": Layers<BackgroundBox> = Layers::one(BackgroundBox::PaddingBox), "css-backgrounds-3/#background-origin", used_by "browser/src/paint";
                BackgroundClip background_clip "background-clip": Layers<BackgroundBox> = Layers::one(BackgroundBox::BorderBox), "css-backgrounds-4/#background-clip", used_by "browser/src/paint";
                BackgroundBlendMode background_blend_mode "background-blend-mode": Layers<BlendMode> = Layers::one(BlendMode::Normal), "compositing-1/#background-blend-mode", used_by "browser/src/paint";
            }
            reset PositionStyle position_style {
                Top top "top": LengthPercentageOrAuto = LengthPercentageOrAuto::Auto, "css-position-3/#insets", used_by "layout/src/positioned";
                Right right "right": LengthPercentageOrAuto = LengthPercentageOrAuto::Auto, "css-position-3/#insets", used_by "layout/src/positioned";
                Bottom bottom "bottom": LengthPercentageOrAuto = LengthPercentageOrAuto::Auto, "css-position-3/#insets", used_by "layout/src/positioned";
                Left left "left": LengthPercentageOrAuto = LengthPercentageOrAuto::Auto, "css-position-3/#insets", used_by "layout/src/positioned";
                Width width "width": Size = Size::Auto, "css-sizing-3/#preferred-size-properties", used_by "layout/src/sizing.rs";
                Height height "height": Size = Size::Auto, "css-sizing-3/#preferred-size-properties", used_by "layout/src/sizing.rs";
                MinWidth min_width "min-width": Size = Size::Auto, "css-sizing-3/#min-size-properties", used_by "layout/src/sizing.rs";
                MinHeight min_height "min-height": Size = Size::Auto, "css-sizing-3/#min-size-properties", used_by "layout/src/sizing.rs";
                MaxWidth max_width "max-width": MaxSize = MaxSize(Size::None), "css-sizing-3/#max-size-properties", used_by "layout/src/sizing.rs";
                MaxHeight max_height "max-height": MaxSize = MaxSize(Size::None), "css-sizing-3/#max-size-properties", used_by "layout/src/sizing.rs";
                AspectRatio aspect_ratio "aspect-ratio": AspectRatio = AspectRatio::AUTO, "css-sizing-4/#aspect-ratio", used_by "layout/src/sizing.rs";
                ContainIntrinsicWidth contain_intrinsic_width "contain-intrinsic-width": ContainIntrinsicSize = ContainIntrinsicSize(None), "css-sizing-4/#intrinsic-size-override", used_by "layout/src/sizing.rs";
                ContainIntrinsicHeight contain_intrinsic_height "contain-intrinsic-height": ContainIntrinsicSize = ContainIntrinsicSize(None), "css-sizing-4/#intrinsic-size-override", used_by "layout/src/sizing.rs";
            }
            reset TextStyle text_style {
                TextDecorationLine text_decoration_line "text-decoration-line": TextDecorationLine = TextDecorationLine::empty(), "css-text-decor-4/#text-decoration-line-property", used_by "browser/src/paint";
                TextDecorationStyle text_decoration_style "text-decoration-style": TextDecorationStyle = TextDecorationStyle::Solid, "css-text-decor-4/#text-decoration-style-property", used_by "browser/src/paint";
                TextDecorationColor text_decoration_color "text-decoration-color": Color = Color::CurrentColor, "css-text-decor-4/#text-decoration-color-property", used_by "browser/src/paint";
                TextDecorationThickness text_decoration_thickness "text-decoration-thickness": TextDecorationThickness = TextDecorationThickness::Auto, "css-text-decor-4/#text-decoration-width-property", used_by "browser/src/paint";
                UnicodeBidi unicode_bidi "unicode-bidi": UnicodeBidi = UnicodeBidi::Normal, "css-writing-modes-4/#unicode-bidi", used_by "layout/src/inline";
                TextBoxTrim text_box_trim "text-box-trim": TextBoxTrim = TextBoxTrim::None, "css-inline-3/#text-box-trim", used_by "layout/src/block";
                TextOverflow text_overflow "text-overflow": TextOverflow = TextOverflow::Clip, "css-overflow-3/#text-overflow", used_by "layout/src/inline";
                VerticalAlign vertical_align "vertical-align": VerticalAlign = VerticalAlign::Baseline, "css2/#propdef-vertical-align", used_by "layout/src/inline";
                WebkitLineClamp webkit_line_clamp "-webkit-line-clamp": LineClampValue = LineClampValue(None), "css-overflow-4/#webkit-line-clamp", used_by "layout/src/inline";
                Content content "content": Content = Content::Normal, "css-content-3/#content-property", used_by "browser/src/boxes";
                CounterReset counter_reset "counter-reset": CounterResetChanges = CounterResetChanges::default(), "css-lists-3/#counter-reset", used_by "browser/src/boxes";
                CounterIncrement counter_increment "counter-increment": CounterIncrementChanges = CounterIncrementChanges::default(), "css-lists-3/#increment-set", used_by "browser/src/boxes";
                CounterSet counter_set "counter-set": CounterResetChanges = CounterResetChanges::default(), "css-lists-3/#increment-set", used_by "browser/src/boxes";
            }
            reset Effects effects {
                Opacity opacity "opacity": Opacity = Opacity(1.0), "css-color-4/#transparency", used_by "browser/src/paint";
                BoxShadow box_shadow "box-shadow": BoxShadows = BoxShadows::default(), "css-backgrounds-3/#box-shadow", used_by "browser/src/paint";
                Filter filter "filter": Filter = Filter::default(), "filter-effects-1/#FilterProperty", used_by "browser/src/paint";
                BackdropFilter backdrop_filter "backdrop-filter": Filter = Filter::default(), "filter-effects-2/#BackdropFilterProperty", used_by "none: backdrops are not filtered";
                MixBlendMode mix_blend_mode "mix-blend-mode": BlendMode = BlendMode::Normal, "compositing-1/#mix-blend-mode", used_by "browser/src/paint";
                Isolation isolation "isolation": Isolation = Isolation::Auto, "compositing-1/#isolation", used_by "browser/src/paint";
                Clip clip "clip": ClipRect = ClipRect(None), "css-masking-1/#clip-property", used_by "browser/src/paint";
                ClipPath clip_path "clip-path": ClipPath = ClipPath::None, "css-masking-1/#the-clip-path", used_by "browser/src/paint";
                MaskImage mask_image "mask-image": ImageLayers = Layers::one(Image::None), "css-masking-1/#the-mask-image", used_by "browser/src/paint";
                MaskMode mask_mode "mask-mode": Layers<MaskMode> = Layers::one(MaskMode::MatchSource), "css-masking-1/#the-mask-mode", used_by "browser/src/paint";
                MaskRepeat mask_repeat "mask-repeat": Layers<BackgroundRepeat> = Layers::one(BackgroundRepeat::default()), "css-masking-1/#the-mask-repeat", used_by "browser/src/paint";
                MaskPositionX mask_position_x "-webkit-mask-position-x": LengthPercentageLayers = Layers::one(LengthPercentage::Percentage(0.0)), "css-masking-1/#the-mask-position", used_by "browser/src/paint";
                MaskPositionY mask_position_y "-webkit-mask-position-y": LengthPercentageLayers = Layers::one(LengthPercentage::Percentage(0.0)), "css-masking-1/#the-mask-position", used_by "browser/src/paint";
                MaskClip mask_clip "mask-clip": Layers<BackgroundBox> = Layers::one(BackgroundBox::BorderBox), "css-masking-1/#the-mask-clip", used_by "browser/src/paint";
                MaskOrigin mask_origin "mask-origin": Layers<BackgroundBox> = Layers::one(BackgroundBox::BorderBox), "css-masking-1/#the-mask-origin", used_by "browser/src/paint";
                MaskSize mask_size "mask-size": Layers<BackgroundSize> = Layers::one(BackgroundSize::AUTO), "css-masking-1/#the-mask-size", used_by "browser/src/paint";
                MaskComposite mask_composite "mask-composite": Layers<MaskComposite> = Layers::one(MaskComposite::Add), "css-masking-1/#the-mask-composite", used_by "browser/src/paint";
            }
            reset TransformStyleGroup transform_style_group {
                Transform transform "transform": Transform = Transform::default(), "css-transforms-1/#transform-property", used_by "browser/src/paint";
                TransformOrigin transform_origin "transform-origin": TransformOrigin = TransformOrigin::CENTER, "css-transforms-1/#transform-origin-property", used_by "browser/src/paint";
                TransformBox transform_box "transform-box": TransformBox = TransformBox::ViewBox, "css-transforms-1/#transform-box", used_by "none: every transform refers to the border box";
                TransformStyle transform_style "transform-style": TransformStyle = TransformStyle::Flat, "css-transforms-2/#transform-style-property", used_by "browser/src/paint";
                Translate translate "translate": TranslateValue = TranslateValue(None), "css-transforms-2/#individual-transforms", used_by "browser/src/paint";
                Rotate rotate "rotate": RotateValue = RotateValue(None), "css-transforms-2/#individual-transforms", used_by "browser/src/paint";
                Scale scale "scale": ScaleValue = ScaleValue(None), "css-transforms-2/#individual-transforms", used_by "browser/src/paint";
                Perspective perspective "perspective": PerspectiveValue = PerspectiveValue(None), "css-transforms-2/#perspective-property", used_by "none: transforms are flat";
                PerspectiveOrigin perspective_origin "perspective-origin": Position2d = Position2d::CENTER, "css-transforms-2/#perspective-origin-property", used_by "none: transforms are flat";
                BackfaceVisibility backface_visibility "backface-visibility": BackfaceVisibility = BackfaceVisibility::Visible, "css-transforms-2/#backface-visibility-property", used_by "none: transforms are flat";
            }
            reset Animation animation {
                AnimationName animation_name "animation-name": Layers<AnimationName> = Layers::one(AnimationName(None)), "css-animations-1/#animation-name", used_by "browser/src/style";
                AnimationDuration animation_duration "animation-duration": Layers<Seconds> = Layers::one(Seconds(0.0)), "css-animations-1/#animation-duration", used_by "browser/src/style";
                AnimationDelay animation_delay "animation-delay": Layers<Seconds> = Layers::one(Seconds(0.0)), "css-animations-1/#animation-delay", used_by "browser/src/style";
                AnimationTimingFunction animation_timing_function "animation-timing-function": Layers<EasingFunction> = Layers::one(EasingFunction::EASE), "css-animations-1/#animation-timing-function", used_by "browser/src/style";
                AnimationIterationCount animation_iteration_count "animation-iteration-count": Layers<IterationCount> = Layers::one(IterationCount(1.0)), "css-animations-1/#animation-iteration-count", used_by "browser/src/style";
                AnimationDirection animation_direction "animation-direction": Layers<AnimationDirection> = Layers::one(AnimationDirection::Normal), "css-animations-1/#animation-direction", used_by "browser/src/style";
                AnimationFillMode animation_fill_mode "animation-fill-mode": Layers<AnimationFillMode> = Layers::one(AnimationFillMode::None), "css-animations-1/#animation-fill-mode", used_by "browser/src/style";
                AnimationPlayState animation_play_state "animation-play-state": Layers<AnimationPlayState> = Layers::one(AnimationPlayState::Running), "css-animations-1/#animation-play-state", used_by "browser/src/style";
            }
            reset Outline outline {
                OutlineColor outline_color "outline-color": ColorOrAuto = ColorOrAuto::Auto, "css-ui-4/#outline-color", used_by "browser/src/paint";
                OutlineStyle outline_style "outline-style": OutlineStyle = OutlineStyle::default(), "css-ui-4/#outline-style", used_by "browser/src/paint";
                OutlineWidth outline_width "outline-width": LineWidth = LineWidth::HIDDEN, "css-ui-4/#outline-width", used_by "browser/src/paint";
                OutlineOffset outline_offset "outline-offset": SignedPxLength = SignedPxLength(0.0), "css-ui-4/#outline-offset", used_by "browser/src/paint";
            }
            reset Column column {
                ColumnWidth column_width "column-width": ColumnWidthValue = ColumnWidthValue(None), "css-multicol-1/#cw", used_by "layout/src/block/multicol";
                ColumnCount column_count "column-count": ColumnCountValue = ColumnCountValue(None), "css-multicol-1/#cc", used_by "layout/src/block/multicol";
                ColumnFill column_fill "column-fill": ColumnFill = ColumnFill::Balance, "css-multicol-1/#cf", used_by "layout/src/block/multicol";
                ColumnSpan column_span "column-span": ColumnSpan = ColumnSpan::None, "css-multicol-1/#column-span", used_by "layout/src/block/multicol";
                ColumnRuleWidth column_rule_width "column-rule-width": LineWidth = LineWidth::HIDDEN, "css-multicol-1/#crw", used_by "layout/src/block/multicol";
                ColumnRuleStyle column_rule_style "column-rule-style": BorderStyle = BorderStyle::None, "css-multicol-1/#crs", used_by "layout/src/block/multicol";
                ColumnRuleColor column_rule_color "column-rule-color": Color = Color::CurrentColor, "css-multicol-1/#crc", used_by "layout/src/block/multicol";
            }
            reset AlignmentStyle alignment_style {
                AlignContent align_content "align-content": ContentAlignment = ContentAlignment(Alignment::new(AlignKeyword::Normal)), "css-align-3/#align-justify-content", used_by "layout/src/flex_grid";
                JustifyContent justify_content "justify-content": ContentAlignment = ContentAlignment(Alignment::new(AlignKeyword::Normal)), "css-align-3/#align-justify-content", used_by "layout/src/flex_grid";
                AlignItems align_items "align-items": ItemAlignment = ItemAlignment(Alignment::new(AlignKeyword::Normal)), "css-align-3/#align-items-property", used_by "layout/src/flex_grid";
                JustifyItems justify_items "justify-items": JustifyItems = JustifyItems::initial(), "css-align-3/#justify-items-property", used_by "layout/src/flex_grid";
                AlignSelf align_self "align-self": SelfAlignment = SelfAlignment(Alignment::new(AlignKeyword::Auto)), "css-align-3/#align-self-property", used_by "layout/src/flex_grid";
                JustifySelf justify_self "justify-self": SelfAlignment = SelfAlignment(Alignment::new(AlignKeyword::Auto)), "css-align-3/#justify-self-property", used_by "layout/src/flex_grid";
                RowGap row_gap "row-gap": LengthPercentageOrNormal = LengthPercentageOrNormal::Normal, "css-align-3/#column-row-gap", used_by "layout/src/flex_grid";
                ColumnGap column_gap "column-gap": LengthPercentageOrNormal = LengthPercentageOrNormal::Normal, "css-align-3/#column-row-gap", used_by "layout/src/flex_grid";
                Order order "order": Integer = Integer(0), "css-flexbox-1/#order-property", used_by "layout/src/flex_grid";
            }
            reset Flex flex {
                FlexDirection flex_direction "flex-direction": FlexDirection = FlexDirection::Row, "css-flexbox-1/#flex-direction-property", used_by "layout/src/flex_grid";
                FlexWrap flex_wrap "flex-wrap": FlexWrap = FlexWrap::Nowrap, "css-flexbox-1/#flex-wrap-property", used_by "layout/src/flex_grid";
                FlexGrow flex_grow "flex-grow": NonNegativeNumber = NonNegativeNumber(0.0), "css-flexbox-1/#flex-grow-property", used_by "layout/src/flex_grid";
                FlexShrink flex_shrink "flex-shrink": NonNegativeNumber = NonNegativeNumber(1.0), "css-flexbox-1/#flex-shrink-property", used_by "layout/src/flex_grid";
                FlexBasis flex_basis "flex-basis": FlexBasis = FlexBasis(Size::Auto), "css-flexbox-1/#flex-basis-property", used_by "layout/src/flex_grid";
                WebkitBoxOrient webkit_box_orient "-webkit-box-orient": BoxOrient = BoxOrient::Horizontal, "css-flexbox-1/#changes", used_by "layout/src/flex_grid";
                WebkitBoxPack webkit_box_pack "-webkit-box-pack": BoxPack = BoxPack::Start, "css-flexbox-1/#changes", used_by "layout/src/flex_grid";
                WebkitBoxAlign webkit_box_align "-webkit-box-align": BoxAlign = BoxAlign::Stretch, "css-flexbox-1/#changes", used_by "layout/src/flex_grid";
                WebkitBoxDirection webkit_box_direction "-webkit-box-direction": BoxDirection = BoxDirection::Normal, "css-flexbox-1/#changes", used_by "layout/src/flex_grid";
                WebkitBoxFlex webkit_box_flex "-webkit-box-flex": NonNegativeNumber = NonNegativeNumber(0.0), "css-flexbox-1/#changes", used_by "layout/src/flex_grid";
            }
            reset Grid grid {
                GridTemplateRows grid_template_rows "grid-template-rows": GridTemplate = GridTemplate::None, "css-grid-2/#track-sizing", used_by "layout/src/flex_grid";
                GridTemplateColumns grid_template_columns "grid-template-columns": GridTemplate = GridTemplate::None, "css-grid-2/#track-sizing", used_by "layout/src/flex_grid";
                GridTemplateAreas grid_template_areas "grid-template-areas": GridTemplateAreas = GridTemplateAreas::default(), "css-grid-2/#grid-template-areas-property", used_by "layout/src/flex_grid";
                GridAutoRows grid_auto_rows "grid-auto-rows": GridAutoTracks = GridAutoTracks::auto(), "css-grid-2/#auto-tracks", used_by "layout/src/flex_grid";
                GridAutoColumns grid_auto_columns "grid-auto-columns": GridAutoTracks = GridAutoTracks::auto(), "css-grid-2/#auto-tracks", used_by "layout/src/flex_grid";
                GridAutoFlow grid_auto_flow "grid-auto-flow": GridAutoFlow = GridAutoFlow::default(), "css-grid-2/#grid-auto-flow-property", used_by "layout/src/flex_grid";
                GridRowStart grid_row_start "grid-row-start": GridLine = GridLine::Auto, "css-grid-2/#line-placement", used_by "layout/src/flex_grid";
                GridRowEnd grid_row_end "grid-row-end": GridLine = GridLine::Auto, "css-grid-2/#line-placement", used_by "layout/src/flex_grid";
                GridColumnStart grid_column_start "grid-column-start": GridLine = GridLine::Auto, "css-grid-2/#line-placement", used_by "layout/src/flex_grid";
                GridColumnEnd grid_column_end "grid-column-end": GridLine = GridLine::Auto, "css-grid-2/#line-placement", used_by "layout/src/flex_grid";
            }
        }
    };
}
pub(crate) use with_property_table;
