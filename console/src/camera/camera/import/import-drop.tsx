/** Where the CSV file comes in: dropped or chosen; and the template to begin with. CAM-07. */
import { Button } from '@mui/material'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { download } from '#lib/list/csv.ts'
import type { CsvFile, FileError } from '#lib/list/csv-file.ts'
import { FileDrop, FileErrorAlert } from '#ui/list/file-drop.tsx'
import { ROWS_MAX, templateCsv } from '../list/camera-csv.ts'
import css from './camera-import.module.css'
import { readFile } from './use-camera-import.ts'

export function ImportDrop({ onFile }: { onFile: (file: CsvFile) => void }) {
  const { t } = useTranslation('cameraImport')
  const [error, setError] = useState<FileError | null>(null)
  const take = async (chosen: File) => {
    const read = await readFile(chosen)
    if ('lines' in read) onFile(read)
    else setError(read)
  }
  return (
    <>
      <FileDrop
        title={t('drop')}
        choose={t('choose')}
        help={t('drop-help', { limit: ROWS_MAX })}
        variant="contained"
        color="primary"
        onFile={(chosen) => void take(chosen)}
      >
        <p>{t('drop-or')}</p>
      </FileDrop>
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
