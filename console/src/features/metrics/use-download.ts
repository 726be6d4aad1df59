/** The reports of a month as a PDF: asked for, followed while it is drawn, saved under the site's code. METRIC-04. */
import { dateFormat } from '@mimamori/contract/intl-format.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, send } from '#lib/api.ts'
import { reportName } from '#lib/file-name.ts'
import { toLanguage } from '#lib/language.ts'
import { saveBytes } from '#lib/save-file.ts'
import { siteOf, useUser } from '#lib/session.ts'
import { onLiveEvent } from '#lib/stream.ts'
import { errorTextNow } from '#lib/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/toast.ts'

type Asked = { month: string; unitIds: string[] | undefined; cameraIds: string[] | undefined }

export function useDownload() {
  const { t, i18n } = useTranslation('metrics')
  const schemaCode = siteOf(useUser())?.schemaCode
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
    mutationFn: async ({ month, unitIds, cameraIds }: Asked) => {
      progressId.current = crypto.randomUUID()
      setPercent(0)
      const rooms = { ...(unitIds && { unitIds }), ...(cameraIds && { cameraIds }) }
      const asked = {
        startDate: month,
        endDate: month,
        locale: toLanguage(i18n.language),
        progressId: progressId.current,
      }
      try {
        const answer = await send('metrics.downloadReport', { body: { ...asked, ...rooms } })
        const name = dateFormat(i18n.language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
        saveBytes(await answer.blob(), reportName(schemaCode, name.format(new Date(`${month}-01T00:00Z`))))
      } catch (error) {
        notifyError(faultText(error, t('report-failed')))
        throw error
      }
    },
    onSuccess: () => notifySuccess(t('report-saved')),
  })
  return { ...mutation, percent }
}

/** The service's words, else the error's own, else ours. */
function faultText(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return errorTextNow(error) || error.message || otherwise
  return error instanceof Error && error.message ? error.message : otherwise
}
