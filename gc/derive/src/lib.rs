//! `#[derive(Trace)]`: the only safe way to implement `ashlar_gc::Trace`.
//!
//! A type without generic parameters cannot hold a `Gc<'h, _>`: the brand `'h` is never `'static`,
//! and such a type is `'static`. It is a leaf, whatever its fields are, and may have its own `Drop`.
//!
//! A type with parameters traces every field, and must not implement `Drop`: a collection may have
//! reclaimed what its fields point to before its destructor runs. A field marked `#[trace(skip)]`
//! is not traced; the generated code demands that its type is `'static`, so it cannot hide a `Gc`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Fields, GenericParam, Ident, Type, parse_macro_input, parse_quote};

/// Derives `ashlar_gc::Trace`.
#[proc_macro_derive(Trace, attributes(trace))]
pub fn derive_trace(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    if let Data::Union(union) = &input.data {
        return Err(syn::Error::new(union.union_token.span(), "a union cannot be traced: its live field is unknown"));
    }
    let has_parameters = input.generics.params.iter().any(|p| !matches!(p, GenericParam::Const(_)));
    if has_parameters { expand_traced(input) } else { expand_leaf(input) }
}

/// A `'static` type: no field can hold a `Gc`.
fn expand_leaf(input: &DeriveInput) -> syn::Result<TokenStream> {
    // Attributes are still checked, so that a misspelt one does not pass silently.
    for field in all_fields(&input.data) {
        is_skipped(field)?;
    }
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        // SAFETY: the type has no lifetime or type parameter, so it is `'static` and holds no `Gc`.
        #[automatically_derived]
        unsafe impl #impl_generics ::ashlar_gc::Trace for #name #type_generics #where_clause {
            const NEEDS_TRACE: bool = false;
            #[inline(always)]
            fn trace(&self, _marker: &mut ::ashlar_gc::Marker<'_>) {
                ::ashlar_gc::derive_support::assert_static::<Self>();
            }
        }
    })
}

fn expand_traced(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let mut generics = input.generics.clone();
    let has_lifetime = generics.lifetimes().next().is_some();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::ashlar_gc::Trace));
    }
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let (original_impl_generics, _, original_where_clause) = input.generics.split_for_impl();

    let mut needs = Vec::new();
    for field in all_fields(&input.data) {
        let ty = &field.ty;
        // A field that names the type itself would make the constant depend on itself.
        if !is_skipped(field)? && !mentions(ty, name) {
            needs.push(quote_spanned! { ty.span() => <#ty as ::ashlar_gc::Trace>::NEEDS_TRACE });
        }
    }
    // A type with a brand exists to hold it, and may be part of a recursion through other types.
    let needs_trace = if has_lifetime { quote!(true) } else { quote!(false #(|| #needs)*) };
    let body = trace_body(&input.data)?;
    Ok(quote! {
        // SAFETY: every field is traced, except those proven `'static`, which hold no `Gc`.
        #[automatically_derived]
        unsafe impl #impl_generics ::ashlar_gc::Trace for #name #type_generics #where_clause {
            const NEEDS_TRACE: bool = #needs_trace;
            #[inline]
            #[allow(unused_variables)]
            fn trace(&self, marker: &mut ::ashlar_gc::Marker<'_>) {
                #body
            }
        }
        // Conflicts with the blanket implementation for `T: Drop`, so a manual `Drop` is refused.
        #[automatically_derived]
        impl #original_impl_generics ::ashlar_gc::derive_support::MustNotImplementDrop
            for #name #type_generics #original_where_clause {}
    })
}

fn trace_body(data: &Data) -> syn::Result<TokenStream> {
    match data {
        Data::Struct(data) => {
            let (pattern, calls) = trace_fields(&data.fields)?;
            Ok(quote! { let Self #pattern = self; #calls })
        }
        Data::Enum(data) if data.variants.is_empty() => Ok(quote!(match *self {})),
        Data::Enum(data) => {
            let mut arms = Vec::new();
            for variant in &data.variants {
                let name = &variant.ident;
                let (pattern, calls) = trace_fields(&variant.fields)?;
                arms.push(quote! { Self::#name #pattern => { #calls } });
            }
            Ok(quote! { match self { #(#arms)* } })
        }
        Data::Union(_) => Ok(TokenStream::new()),
    }
}

/// A pattern that binds every traced field, and the calls that trace the bindings.
fn trace_fields(fields: &Fields) -> syn::Result<(TokenStream, TokenStream)> {
    let mut bindings = Vec::new();
    let mut calls = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let ty = &field.ty;
        let binding: Ident = format_ident!("field_{}", index, span = Span::mixed_site());
        let skipped = is_skipped(field)?;
        bindings.push(match (&field.ident, skipped) {
            (Some(name), false) => quote!(#name: #binding),
            (Some(name), true) => quote!(#name: _),
            (None, false) => quote!(#binding),
            (None, true) => quote!(_),
        });
        calls.push(if skipped {
            quote_spanned! { ty.span() => ::ashlar_gc::derive_support::assert_static::<#ty>(); }
        } else {
            quote_spanned! { ty.span() => <#ty as ::ashlar_gc::Trace>::trace(#binding, marker); }
        });
    }
    let pattern = match fields {
        Fields::Named(_) => quote!({ #(#bindings),* }),
        Fields::Unnamed(_) => quote!(( #(#bindings),* )),
        Fields::Unit => TokenStream::new(),
    };
    Ok((pattern, quote!(#(#calls)*)))
}

fn all_fields(data: &Data) -> Vec<&Field> {
    match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| variant.fields.iter()).collect(),
        Data::Union(_) => Vec::new(),
    }
}

fn is_skipped(field: &Field) -> syn::Result<bool> {
    let mut skipped = false;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("trace")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("skip") {
                skipped = true;
                Ok(())
            } else {
                Err(meta.error("expected `skip`"))
            }
        })?;
    }
    Ok(skipped)
}

fn mentions(ty: &Type, name: &Ident) -> bool {
    fn any(tokens: TokenStream, name: &Ident) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == *name || ident == "Self",
            TokenTree::Group(group) => any(group.stream(), name),
            _ => false,
        })
    }
    any(quote!(#ty), name)
}
