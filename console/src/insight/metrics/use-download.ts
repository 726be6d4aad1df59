/** The reports of a month or of an own range as a PDF: asked for, followed while it is drawn, saved under the site's code. METRIC-04. */
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { saveBytes } from '#lib/browser/take-away.ts'
import { newId } from '#lib/browser/without-tls.ts'
import { ApiError, send } from '#lib/service/api.ts'
import { reportName } from '#lib/service/file-name.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { siteOf, useUser } from '#lib/session/session.ts'
import { dayKey, knownZone } from '#lib/time/time.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import type { MetricsRange } from './metrics-months.ts'

/** `months` are those in which the range lies; `own` is left out for a whole month. */
export type Asked = {
  months: { first: string; last: string }
  own: MetricsRange | undefined
  unitIds: string[] | undefined
  cameraIds: string[] | undefined
}

export function useDownload() {
  const { t, i18n } = useTranslation('metrics')
  const site = siteOf(useUser())
  const schemaCode = site?.schemaCode
  const ownTitle = ({ from, to }: MetricsRange) =>
    [Date.parse(from), Date.parse(to) - 1].map((at) => dayKey(new Date(at), knownZone(site?.timezone))).join('–')
  const progressId = useRef('')
  const [percent, setPercent] = useState(0)
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type === 'report-progress' && event.progressId === progressId.current) setPercent(event.percent)
      }),
    [],
  )
  const mutation = useMutation({
    mutationFn: async ({ months: { first, last }, own, unitIds, cameraIds }: Asked) => {
      progressId.current = newId()
      setPercent(0)
      const rooms = { ...(unitIds && { unitIds }), ...(cameraIds && { cameraIds }) }
      const asked = {
        startDate: first,
        endDate: last,
        ...own,
        locale: toLanguage(i18n.language),
        progressId: progressId.current,
      }
      try {
        const answer = await send('metrics.downloadReport', { body: { ...asked, ...rooms } })
        const name = dateFormat(i18n.language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
        const monthName = (month: string) => name.format(new Date(`${month}-01T00:00Z`))
        const title = own ? ownTitle(own) : monthName(first)
        saveBytes(await answer.blob(), reportName(schemaCode, title))
      } catch (error) {
        notifyError(isTooLong(error) ? t('pdf-too-long') : errorText(error, t('report-failed')))
        throw error
      }
    },
    onSuccess: () => notifySuccess(t('report-saved')),
  })
  return { ...mutation, percent }
}

function isTooLong(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.fields.startDate === 'range.too-long' || error.fields.from === 'metrics.range-invalid'
}

/** The service's words, else the error's own, else ours. */
function errorText(error: unknown, otherwise: string): string {
  const said = errorTextNow(error)
  if (said !== errorTextNow(null)) return said
  return (error instanceof Error && error.message) || otherwise
}
