/** Where the CSV file comes in: dropped or chosen; and the template to begin with. CAM-07. */
import { Button } from '@mui/material'
import { Download, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { download } from '#lib/list/csv.ts'
import type { CsvFile, FileError } from '#lib/list/csv-file.ts'
import { FileErrorAlert } from '#ui/list/file-error-alert.tsx'
import { ROWS_MAX, templateCsv } from '../list/camera-csv.ts'
import css from './camera-import.module.css'
import { readFile } from './use-camera-import.ts'

export function ImportDrop({ onFile }: { onFile: (file: CsvFile) => void }) {
  const { t } = useTranslation('cameraImport')
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<FileError | null>(null)
  const [isOver, setOver] = useState(false)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    const read = await readFile(chosen)
    if ('lines' in read) onFile(read)
    else setError(read)
  }
  return (
    <>
      <section
        aria-label={t('drop')}
        className={css.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
      >
        <FileUp size={32} aria-hidden />
        <p className={css.dropTitle}>{t('drop')}</p>
        <p className={css.quiet}>{t('drop-or')}</p>
        <Button variant="contained" color="primary" onClick={() => input.current?.click()}>
          {t('choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          hidden
          aria-label={t('choose')}
          onChange={(event) => {
            void take(event.target.files?.[0])
            // The same file, mended, must be seen again.
            event.target.value = ''
          }}
        />
        <p className={css.quiet}>{t('drop-help', { limit: ROWS_MAX })}</p>
      </section>
      {error && <FileErrorAlert text={t(error.key, { count: error.count, limit: ROWS_MAX })} errors={error.errors} />}
      <Template />
    </>
  )
}

function Template() {
  const { t, i18n } = useTranslation('cameraImport')
  const save = () => {
    const example = {
      name: t('example-name'),
      description: t('example-description'),
      type: 'UNKNOWN',
      brand: 'ONVIF',
      model: 'IPC-2',
      streamUrl: 'rtsp://192.168.10.31:554/stream1',
      streamingId: 'room-301',
      location: t('example-name'),
      locationType: 'ROOM',
    }
    download('cameras-template.csv', templateCsv(toLanguage(i18n.language), [example]))
  }
  return (
    <div className={css.template}>
      <Button startIcon={<Download size={18} />} onClick={save}>
        {t('template')}
      </Button>
      <span className={css.quiet}>{t('template-help')}</span>
    </div>
  )
}
