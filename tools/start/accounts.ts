// The accounts of the demo organisation, as the end of a start shows them.
import { formatTable } from './output.ts'

/** The password of every demo account. It is public, so demo data is served on this machine alone. */
const DEMO_PASSWORD = 'mimamori-demo'

const ACCOUNTS = [
  ['nurse@sakura.example', 'USER', 'a nurse of the site Sakura'],
  ['admin@sakura.example', 'ADMIN', 'administers the site'],
  ['org@sakura.example', 'ORG_ADMIN', 'administers the organisation and its sites'],
  ['super@mimamori.example', 'SUPER_ADMIN', 'runs the installation'],
  ['guest@sakura.example', 'RESTRICTED_USER', 'sees blurred images'],
  ['demo@sakura.example', 'DEMO_USER', 'sees everything, changes nothing'],
  ['annotator@sakura.example', 'ANNOTATOR', 'judges alerts'],
  ['admin@kaede.example', 'ADMIN', 'another organisation, without PRO'],
]

/** Those of `bench/simulate/night/night-site.ts`. */
const NIGHT_ACCOUNTS = [
  ['carer1@yoru.example', 'USER', 'a carer of the busy night'],
  ['carer2@yoru.example', 'USER', 'the other carer'],
  ['station@yoru.example', 'USER', 'the shared account of its station'],
  ['admin@yoru.example', 'ADMIN', 'administers that site'],
]

/** The lines of the table, under the password. */
export function describeAccounts(isNight: boolean): string[] {
  const accounts = isNight ? [...NIGHT_ACCOUNTS, ...ACCOUNTS] : ACCOUNTS
  return [`Sign in with one of these and the password ${DEMO_PASSWORD}`, ...formatTable(accounts)]
}
