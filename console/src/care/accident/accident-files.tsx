/** The report, or one of its revisions, as PDF and as Excel: always in Japanese, as the municipality wants it. REPORT-05. */
import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { FileDown, Sheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveBytes } from '#lib/browser/take-away.ts'
import { send } from '#lib/service/api.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'

const FORMATS = ['pdf', 'excel'] as const
type Format = (typeof FORMATS)[number]
const ENDINGS: Record<Format, string> = { pdf: 'pdf', excel: 'xlsx' }

/** `version` left out: as it is now. */
export function FileButtons({ id, version }: { id: string; version?: number }) {
  const { t } = useTranslation('accident')
  const saving = useMutation({
    mutationFn: async (format: Format) => {
      const answer = await send(`accident.${format}`, { params: { id }, query: { version } })
      saveBytes(await answer.blob(), `accident-report-${id.slice(-6)}.${ENDINGS[format]}`)
    },
    onSuccess: () => notifySuccess(t('file-saved')),
    onError: () => notifyError(t('file-failed')),
  })
  return FORMATS.map((format) => (
    <Button
      key={format}
      variant={version === undefined ? 'outlined' : 'text'}
      startIcon={format === 'pdf' ? <FileDown size={18} /> : <Sheet size={18} />}
      loading={saving.isPending && saving.variables === format}
      disabled={saving.isPending}
      onClick={() => saving.mutate(format)}
    >
      {t(format)}
    </Button>
  ))
}
