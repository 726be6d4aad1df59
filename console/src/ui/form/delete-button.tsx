/** A subtle red button that asks before it deletes. */
import { Button } from '@mui/material'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  verb: string
  title: string
  text: string
  /** Must be typed first: for valuable objects. */
  nameToType?: string | undefined
  /** Why it cannot be deleted now; shown instead of the question. */
  rejection?: string | undefined
  /** Deletes, reports that and navigates away; the dialog shows its error. */
  onDelete: () => Promise<unknown>
}

/** For a page's actions; the dialog opens over the page. */
export function DeleteButton({ verb, title, text, nameToType, rejection, onDelete }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="text"
        color="error"
        startIcon={<Trash2 size={18} />}
        disabled={rejection !== undefined}
        title={rejection}
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={title}
        text={text}
        verb={verb}
        nameToType={nameToType}
        onClose={() => setOpen(false)}
        onConfirm={onDelete}
      />
    </>
  )
}
