import { describe, expect, it } from '@jest/globals';
import { addressKind } from './public-address.ts';

describe('addressKind', () => {
  it.each(['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
    '%s is public',
    (address) => {
      expect(addressKind(address)).toBe('public');
    },
  );

  it.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::127.0.0.1'])(
    '%s is loopback',
    (address) => {
      expect(addressKind(address)).toBe('loopback');
    },
  );

  it.each([
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['shared by carriers (RFC 6598)', '100.64.0.1'],
    ['metadata', '169.254.169.254'],
    ["Alibaba's metadata", '100.100.100.200'],
    ["Oracle's metadata", '192.0.0.192'],
    ["Azure's WireServer", '168.63.129.16'],
    ["Amazon's metadata by IPv6", 'fd00:ec2::254'],
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['unspecified', '::'],
    ['broadcast', '255.255.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['reserved', '240.0.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['unique local', 'fc00::1'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-mapped private in hexadecimal', '::ffff:a00:1'],
    ['IPv4-translated', '::ffff:0:10.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['unassigned', '4000::1'],
    ['no address', 'apps.example.com'],
  ])('%s %s is neither', (_what, address) => {
    expect(addressKind(address)).toBe('other');
  });
});
