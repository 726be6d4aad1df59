import { FEATURES, opensFeature } from '@mimamori/contract/site/packages.ts'
import { describe, expect, test } from 'vitest'
import { packagesOf } from './pro.ts'
import type { SessionUser } from './session.ts'

const site = (...packages: string[]) => ({ license: { packages } })
const user = (own: object | null, connected: object | null) =>
  ({ applicationTenant: own, impersonatedTenant: connected }) as SessionUser

describe('what the licence opens', () => {
  test('NAV-11 depends on the user’s packages, or only on the connected site’s packages', () => {
    expect(packagesOf(user(site('VCARE', 'PRO'), null))).toEqual(['VCARE', 'PRO'])
    expect(packagesOf(user(site('PRO'), site('VCARE')))).toEqual(['VCARE'])
    expect(packagesOf(user(null, site('PRO')))).toEqual(['PRO'])
    expect(packagesOf(user(null, null))).toEqual([])
  })

  test('NAV-11 escalation rules, generated incident reports and the advanced fall model need PRO', () => {
    const opened = (...packages: string[]) =>
      (Object.keys(FEATURES) as (keyof typeof FEATURES)[]).filter((feature) => opensFeature(packages, feature))
    expect(opened('PRO')).toEqual(['escalation-rules', 'incident-reports', 'advanced-fall-model'])
    expect(opened('VCARE')).toEqual([])
  })
})
