//! Names to addresses, with the addresses judged. The client connects to what comes from here and never asks again, so
//! a name cannot have one address when it is judged and another when it is connected to.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::load::network::is_public;

/// Looks up the addresses of a host. To be implemented by library users who do not want the system's answer.
pub trait HostResolver: Send + Sync {
    /// The addresses of a name or a number; none when it has none.
    fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// What the client asks for addresses.
pub struct CheckedResolver {
    public_only: bool,
    custom: Option<Arc<dyn HostResolver>>,
    system: DefaultResolver,
}

impl CheckedResolver {
    /// A resolver that gives only public addresses, or any; by a custom look-up, or the system's.
    pub fn new(public_only: bool, custom: Option<Arc<dyn HostResolver>>) -> Self {
        Self { public_only, custom, system: DefaultResolver::default() }
    }

    fn look_up(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let (Some(custom), Some(host)) = (&self.custom, uri.host()) else {
            return self.system.resolve(uri, config, timeout);
        };
        let default_port = if uri.scheme_str() == Some("https") { 443 } else { 80 };
        let port = uri.port_u16().unwrap_or(default_port);
        let mut found = self.empty();
        for address in custom.addresses(host)?.into_iter().take(16) {
            found.push(SocketAddr::new(address, port));
        }
        if found.is_empty() { Err(ureq::Error::HostNotFound) } else { Ok(found) }
    }
}

impl fmt::Debug for CheckedResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckedResolver").field("public_only", &self.public_only).finish_non_exhaustive()
    }
}

impl Resolver for CheckedResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.look_up(uri, config, timeout)?;
        // The proxy is the user's own, wherever it stands.
        let is_proxy = config.proxy().is_some_and(|proxy| proxy.uri() == uri);
        if !self.public_only || is_proxy {
            return Ok(found);
        }
        let mut public = self.empty();
        for address in found.iter().filter(|address| is_public(address.ip())) {
            public.push(*address);
        }
        if public.is_empty() { Err(io::Error::other(PrivateAddress).into()) } else { Ok(public) }
    }
}

/// All addresses of a name are private.
#[derive(Debug)]
struct PrivateAddress;

impl fmt::Display for PrivateAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the host's address is private")
    }
}

impl std::error::Error for PrivateAddress {}

/// Whether an exchange failed because the host is private.
pub fn is_private(error: &ureq::Error) -> bool {
    matches!(error, ureq::Error::Io(error) if error.get_ref().is_some_and(|inner| inner.is::<PrivateAddress>()))
}
