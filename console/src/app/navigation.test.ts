import { ROLES, type Role } from '@mimamori/contract/shared/roles.ts'
import { describe, expect, test } from 'vitest'
import { mayOpen, navigationFor } from './navigation.ts'

/** Roles that see each entry, written by hand from the requirements; the annotator only reviews alerts. */
const CARE: readonly Role[] = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER', 'DEMO_USER']
const SEEN_BY: Record<string, readonly Role[]> = {
  '/app/dashboard': CARE,
  '/app/rooms': CARE,
  // Neither the operator nor the demo.
  '/app/residents': ['ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER'],
  '/app/handover': CARE,
  '/app/roster': CARE,
  '/app/accidents': ['ORG_ADMIN', 'ADMIN', 'USER'],
  // Grayed for RESTRICTED_USER.
  '/app/analytics': CARE,
  '/app/alerts': [...CARE, 'ANNOTATOR'],
  // Only at sites with recording; grayed for RESTRICTED_USER.
  '/app/recordings': CARE,
  '/app/virtualCheckIn': CARE,
  '/app/cameras': CARE,
  '/app/coverage': CARE,
  '/app/users': ['ADMIN', 'ORG_ADMIN', 'SUPER_ADMIN'],
  '/app/settings': ['ADMIN', 'ORG_ADMIN', 'SUPER_ADMIN'],
  '/app/tenants': ['ORG_ADMIN', 'SUPER_ADMIN'],
  '/app/agents': ['ADMIN', 'ORG_ADMIN', 'SUPER_ADMIN'],
  '/app/units': ['ADMIN', 'ORG_ADMIN', 'SUPER_ADMIN'],
  '/app/mail': ['SUPER_ADMIN'],
}
const SITE = { isRecordingEnabled: true }
const sections = (role: Role) => navigationFor(role, SITE).flatMap((group) => group.items.map((item) => item.section))
const EXISTING = [...new Set([...sections('SUPER_ADMIN'), ...sections('ADMIN')])]

describe('NAV-02 the menu', () => {
  test.each(ROLES)('of %s has the entries of the requirement, as far as their pages exist', (role) => {
    const due = EXISTING.filter((section) => SEEN_BY[section]?.includes(role))
    expect(sections(role).toSorted()).toEqual(due.toSorted())
  })

  test.each(ROLES)('entries hidden from %s are not accessible to that role', (role) => {
    const opened = Object.keys(SEEN_BY).filter((section) => mayOpen(role, section, SITE))
    const isGrey = (section: string) =>
      ['/app/recordings', '/app/analytics'].includes(section) && role === 'RESTRICTED_USER'
    expect(opened.toSorted()).toEqual(
      sections(role)
        .filter((section) => !isGrey(section))
        .toSorted(),
    )
  })

  test('has neither site-wide settings nor hubs for an administrator of some units', () => {
    for (const section of ['/app/settings', '/app/agents']) {
      const opened = (isBound: boolean) => mayOpen('ADMIN', section, SITE, isBound)
      expect([opened(false), opened(true)]).toEqual([true, false])
    }
  })

  test('has recordings only at a site that records', () => {
    const at = (site: { isRecordingEnabled: boolean } | null) => mayOpen('USER', '/app/recordings', site)
    expect([at(SITE), at({ isRecordingEnabled: false }), at(null)]).toEqual([true, false, false])
  })
})
