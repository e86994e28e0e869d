//! Which addresses belong to the public network.
//!
//! A page may lead a reader's own machine to places only that machine can reach: its loopback services, the router,
//! a cloud's metadata. So everything that the registries of special-purpose addresses do not call globally reachable
//! counts as private: [IPv4](https://www.iana.org/assignments/iana-ipv4-special-registry/),
//! [IPv6](https://www.iana.org/assignments/iana-ipv6-special-registry/).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Whether an address can be reached by everybody.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !matches!(
        address.octets(),
        [0 | 10 | 127 | 224..=255, ..]
            | [100, 64..=127, ..]
            | [169, 254, ..]
            | [172, 16..=31, ..]
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [192, 168, ..]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
    )
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, third, .., high, low] = address.segments();
    let tail = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    // Addresses that carry an IPv4 address lead to it: mapped, compatible, translated, 6to4.
    if let [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] =
        address.segments()
    {
        return is_public_v4(tail(high, low));
    }
    if first == 0x2002 {
        return is_public_v4(tail(second, third));
    }
    let is_global_unicast = (0x2000..=0x3fff).contains(&first);
    let is_special = matches!((first, second), (0x2001, 0..=0x1ff | 0xdb8) | (0x3fff, 0..=0xfff));
    is_global_unicast && !is_special
}

/// Whether a URL names a private place by its own words, before any name is resolved.
pub fn names_private_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => !is_public_v4(address),
        Some(Host::Ipv6(address)) => !is_public_v6(address),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for public in ["8.8.8.8", "100.63.255.255", "172.32.0.1", "192.0.1.1", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "100::1",
            "::ffff:0:127.0.0.1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }

    #[test]
    fn hosts_in_disguise() {
        for private in [
            "http://2130706433/",
            "http://0x7f000001/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://0/",
            "http://127.0.0.1./",
            "http://[::1]/",
            "http://[::ffff:7f00:1]/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://①②⑦.0.0.1/",
            "http://a@127.0.0.1/",
            "http://127%2e0.0.1/",
            "http://0x7f.1/",
            "http:\\\\127.0.0.1/",
            "http://017700000001/",
        ] {
            assert!(names_private_host(&Url::parse(private).unwrap()), "{private}");
        }
        assert!(!names_private_host(&Url::parse("http://localhost.example.com/").unwrap()));
    }
}
