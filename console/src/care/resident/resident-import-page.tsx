/** residents/import: many residents from one CSV file, checked line by line, added all or none. RESIDENT-01. */
import { IMPORT_MAX } from '@mimamori/contract/care/resident-title.ts'
import { Alert, Button } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { download } from '#lib/list/csv.ts'
import { type CsvFile, type FileError, readCsvFile } from '#lib/list/csv-file.ts'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { BackLink } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { FileButton, FileErrorAlert } from '#ui/list/file-drop.tsx'
import css from './resident.module.css'
import { isHeading, missingFields, templateCsv, toLines } from './resident-csv.ts'
import { ImportLines } from './resident-import-lines.tsx'
import { useResidentChange } from './resident-queries.ts'

const BYTES_MAX = 2_000_000

export function ResidentImportPage() {
  const { t } = useTranslation('resident')
  const [file, setFile] = useState<{ csv: CsvFile; at: number } | null>(null)
  const [error, setError] = useState<FileError | null>(null)
  const take = async (chosen: File) => {
    const read = await readCsvFile(chosen, { rowsMax: IMPORT_MAX, bytesMax: BYTES_MAX, isHeading })
    const isRead = 'lines' in read
    setFile(isRead ? { csv: read, at: Date.now() } : null)
    setError(isRead ? null : read)
  }
  const missing = file ? missingFields(file.csv) : []
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/residents" label={t('back')} />}
        title={t('import-title')}
        subtitle={t('import-help')}
      />
      <Choose isAgain={file !== null} onFile={(chosen) => void take(chosen)} />
      {error && <FileErrorAlert text={t(error.key, { limit: IMPORT_MAX })} errors={error.errors} />}
      {missing.length > 0 && (
        <Alert severity="error" role="alert" sx={{ marginBlock: 1.5 }}>
          {t('missing-columns', { columns: missing.map((field) => t(`csv-${field}`)).join(', ') })}
        </Alert>
      )}
      {file && missing.length === 0 && <Check key={file.at} csv={file.csv} />}
    </>
  )
}

function Choose({ isAgain, onFile }: { isAgain: boolean; onFile: (file: File) => void }) {
  const { t, i18n } = useTranslation('resident')
  const template = () => download('residents-template.csv', templateCsv(toLanguage(i18n.language)))
  return (
    <Card>
      <div className={css.actions}>
        <FileButton
          label={t('choose-file')}
          variant="contained"
          color="primary"
          startIcon={<FileUp size={18} />}
          onFile={onFile}
        >
          {t(isAgain ? 'another-file' : 'choose-file')}
        </FileButton>
        <Button startIcon={<Download size={18} />} onClick={template}>
          {t('template')}
        </Button>
        <span className={css.quiet}>{t('template-help')}</span>
      </div>
    </Card>
  )
}

function Check({ csv }: { csv: CsvFile }) {
  const { t } = useTranslation('resident')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const change = useResidentChange()
  const [lines] = useState(() => toLines(csv))
  const check = useQuery({
    queryKey: ['resident-import', lines],
    queryFn: ({ signal }) => call('resident.import', { body: { lines, dryRun: true } }, signal),
    ...{ retry: false, staleTime: 0, gcTime: 0 },
  })
  const add = useMutation({
    mutationFn: () => change(() => call('resident.import', { body: { lines } })),
    onSuccess: ({ isImported }) => {
      // Somebody took a bed meanwhile: the check says so at its line.
      if (!isImported) return void check.refetch()
      notifySuccess(t('imported', { count: lines.length }))
      void navigate({ to: '/app/residents' })
    },
  })
  const bad = (check.data?.lines ?? []).filter(({ fields }) => Object.keys(fields).length > 0)
  const doubtful = (check.data?.lines ?? []).filter(({ repeats }) => repeats !== null)
  const isReady = check.isSuccess && !check.isFetching && bad.length === 0
  const error = add.error ?? check.error
  const good = doubtful.length > 0 ? t('doubtful-lines', { count: doubtful.length }) : t('all-good')
  const title = bad.length > 0 ? t('bad-lines', { count: bad.length }) : isReady ? good : t('checking')
  return (
    <Card title={title}>
      <ImportLines lines={lines} numbers={csv.numbers} answers={check.data?.lines ?? []} />
      {error && (
        <Alert severity="error" role="alert" sx={{ marginBlock: 1.5 }}>
          {errorText(error)}
        </Alert>
      )}
      <div className={css.actions}>
        <Button
          variant="contained"
          color="primary"
          disabled={!isReady}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {t('import-all', { count: lines.length })}
        </Button>
      </div>
    </Card>
  )
}
