/** Facts on their way to the service: bounded as the contract asks, and without credentials. */
import { FACT_TEXT_MAX } from '@mimamori/contract/shared/fact.ts'
import { withoutSecrets } from './log.ts'

/** The same fact with its texts shortened, and without user names and passwords in addresses. */
export function withSafeParams<F extends { params: object }>(fact: F): F {
  const safe = Object.entries(fact.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutSecrets(value).slice(0, FACT_TEXT_MAX) : value,
  ])
  return { ...fact, params: Object.fromEntries(safe) }
}
