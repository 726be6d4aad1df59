/** Networks that no hub may contact, whatever a site's list contains. */

/** "This" host, loopback, link-local with the metadata service, multicast and reserved. */
const DENIED = [
  /^0\./,
  /^127\./,
  /^169\.254\./,
  /^(22[4-9]|2[34]\d|25[0-5])\./,
  /^::1?\//,
  /^::ffff:/i,
  /^fe[89ab][0-9a-f]?:/i,
  /^ff[0-9a-f]{2}:/i,
]

/** Whether a network in CIDR form begins in a range that is always denied: to list it would promise what no hub does. */
export function isNeverContacted(cidr: string): boolean {
  return DENIED.some((denied) => denied.test(cidr.trim())) && !/^(0\.0\.0\.0|::)\/0$/.test(cidr.trim())
}
