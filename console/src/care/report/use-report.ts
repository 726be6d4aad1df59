/** The report of an alert for its card: loaded, followed while it is written, and what people do with it in words. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { ReportStore } from './report-store.ts'

/** Live events say when to look; this is for when they do not arrive. */
const LOOK_AGAIN_MS = 2_000

export function useReport(alertId: string) {
  const [store] = useState(() => new ReportStore(alertId, call))
  const state = store.use()
  const query = useQuery({
    queryKey: ['report', alertId],
    queryFn: async () => {
      await store.load()
      return true
    },
    refetchInterval: state.isGenerating ? LOOK_AGAIN_MS : false,
    // What is loaded lies in this card's own store: a card that comes back begins empty.
    refetchOnMount: 'always',
  })
  useEffect(() => () => store.reset(), [store])
  return { store, state, query }
}

/** What a person does, with the literal words for how it went. The action's own error goes on to the caller. */
export function useReportActs(store: ReportStore) {
  const { t } = useTranslation('report')
  const errorText = useErrorText()
  const cache = useQueryClient()
  const tell = (title: string) => (error: unknown) => {
    notifyError(`${title}. ${errorText(error)}`)
    throw error
  }
  return {
    generate: () => store.generate().catch(tell(t('generate-failed'))),
    save: async (content: string) => {
      await store.save(content).catch(tell(t('save-failed')))
      notifySuccess(t('saved'))
    },
    update: async (...by: Parameters<ReportStore['update']>) => {
      await store.update(...by).catch(tell(t('save-failed')))
      notifySuccess(t('saved'))
    },
    restore: async (...by: Parameters<ReportStore['restore']>) => {
      await store.restore(...by).catch(tell(t('save-failed')))
      notifySuccess(t('restored'))
    },
    remove: async (...by: Parameters<ReportStore['remove']>) => {
      await store.remove(...by).catch(tell(t('delete-failed')))
      notifySuccess(t('deleted'))
      await cache.invalidateQueries({ queryKey: ['report'] })
    },
  }
}
export type ReportActs = ReturnType<typeof useReportActs>
