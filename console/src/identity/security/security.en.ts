/** Texts of the address ranges of a site, English. */
export const securityEn = {
  title: 'IP ranges',
  help: 'Users of this site can sign in and work only from these networks. Hubs and the operator are not bound to them.',
  ranges: 'IP ranges',
  range: 'IP range',
  placeholder: '203.0.113.0/24',
  add: 'Add',
  'add-own': 'Add your own address',
  remove: 'Remove {{range}}',
  none: 'No ranges: users can sign in from everywhere.',
  'own-address': 'Your own address is {{address}}.',
  edited: 'Last edited by {{name}}, {{time}}',
  'saved-toast': 'Changes saved.',
  'range-invalid': 'Invalid IP Address Range',
  'range-there': 'This range is in the list already',
  'range-help': 'In CIDR form, IPv4 or IPv6: 203.0.113.0/24, 2001:db8::/32. A single address ends in /32 or /128.',
  'confirm-title': 'Lock yourself out?',
  'confirm-text':
    'Your own address {{address}} is in none of these ranges. When you save, you can only work from the networks in the list.',
  'confirm-verb': 'Save anyway',
}
export type SecurityTexts = Record<keyof typeof securityEn, string>
