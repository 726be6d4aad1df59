/** Reading and saving from where and how people of the site that is worked on sign in. */
import type { FactorRuleDraft } from '@mimamori/contract/identity/factor-rule.ts'
import type { SecurityDraft } from '@mimamori/contract/identity/security.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const KEY = ['security']

export function useSecurity() {
  return useCall(KEY, 'security.get')
}

export function useSaveSecurity() {
  const cache = useQueryClient()
  return async (draft: SecurityDraft) => {
    const saved = await call('security.save', { body: draft })
    cache.setQueryData(KEY, saved)
    return saved
  }
}

const RULE_KEY = ['factor-rule']

export function useFactorRule() {
  return useCall(RULE_KEY, 'factorRule.get')
}

export function useSaveFactorRule() {
  const cache = useQueryClient()
  return async (body: FactorRuleDraft) => {
    const saved = await call('factorRule.save', { body })
    cache.setQueryData(RULE_KEY, saved)
    // It may concern the one who saves.
    void cache.invalidateQueries({ queryKey: ['second-factor'] })
    return saved
  }
}
