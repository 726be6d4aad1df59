/** handover/records/{id}: a shift as it was handed over, and its page of paper in both languages. HANDOVER-01. */
import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { LOCALE_CODES, LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveBytes } from '#lib/browser/take-away.ts'
import { send } from '#lib/service/api.ts'
import { useTime } from '#lib/time/use-time.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { BackLink } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './handover.module.css'
import { OpenAlarms, ShiftAlarms } from './handover-alarms.tsx'
import { useRecord } from './handover-queries.ts'
import { Rest } from './handover-rest.tsx'
import { Rooms } from './handover-rooms.tsx'
import { SaveRooms } from './handover-save.tsx'

const route = getRouteApi('/app/handover/records/$recordId')

export function HandoverRecordPage() {
  const { t } = useTranslation('handover')
  const time = useTime()
  const { recordId } = route.useParams()
  const record = useRecord(recordId)
  const { data } = record
  const shift = data?.sheet.shift
  const names = data && { giver: data.giverName, receiver: data.receiverName, time: time.dateTime(data.handedAt) }
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/handover/records" label={t('records')} />}
        title={shift ? (shift.name ?? t(shift.key === 'day' ? 'shift-day' : 'shift-night')) : t('title')}
        subtitle={names && t('handed-by', names)}
        actions={
          data && (
            <>
              <SaveRooms sheet={data.sheet} />
              <PdfButtons recordId={recordId} day={data.sheet.shift.day} />
            </>
          )
        }
      />
      <Loaded query={record}>{({ sheet }) => <Sheet sheet={sheet} />}</Loaded>
    </>
  )
}

function Sheet({ sheet }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  const time = useTime()
  const { startsAt, endsAt } = sheet.shift
  return (
    <div className={css.page}>
      <p className={css.span}>
        {[sheet.siteName, sheet.unitName].filter(Boolean).join(' · ')} · {time.dateTime(startsAt)} –{' '}
        {time.dateTime(endsAt)}
      </p>
      <OpenAlarms sheet={sheet} />
      <Card title={t('note-all')}>
        <p className={css.written}>{sheet.note.text || '–'}</p>
      </Card>
      <ShiftAlarms sheet={sheet} />
      <Rooms sheet={sheet} noteOf={({ note }) => <p className={css.written}>{note.text || '–'}</p>} />
      <Rest sheet={sheet} />
    </div>
  )
}

function PdfButtons({ recordId, day }: { recordId: string; day: string }) {
  const { t } = useTranslation('handover')
  const drawing = useMutation({
    mutationFn: async (locale: Locale) => {
      const answer = await send('handover.pdf', { params: { id: recordId }, query: { locale } })
      saveBytes(await answer.blob(), `handover-${day}-${locale}.pdf`)
    },
    onSuccess: () => notifySuccess(t('pdf-saved')),
    onError: () => notifyError(t('pdf-failed')),
  })
  return LOCALE_CODES.map((locale) => (
    <Button
      key={locale}
      variant="outlined"
      startIcon={<FileDown />}
      loading={drawing.isPending && drawing.variables === locale}
      disabled={drawing.isPending}
      onClick={() => drawing.mutate(locale)}
    >
      {t('pdf', { language: LOCALES[locale].name })}
    </Button>
  ))
}
