/** Reading and saving from where and how people of the site that is worked on sign in. */
import type { FactorRuleDraft } from '@mimamori/contract/identity/factor-rule.ts'
import type { SecurityDraft } from '@mimamori/contract/identity/security.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

const KEY = ['security']

export function useSecurity() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('security.get', {}, signal) })
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
  return useQuery({ queryKey: RULE_KEY, queryFn: ({ signal }) => call('factorRule.get', {}, signal) })
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
