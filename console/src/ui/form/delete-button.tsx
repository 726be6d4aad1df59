/** A quiet red button that asks before it deletes. */
import { Button } from '@mui/material'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  verb: string
  title: string
  text: string
  /** Has to be typed first: what is deleted is worth it. */
  nameToType?: string | undefined
  /** Why it cannot be deleted now; shown in place of asking. */
  refusal?: string | undefined
  /** Deletes, says so and leads away; what it throws is shown in the question. */
  onDelete: () => Promise<unknown>
}

/** Belongs among a page's actions; the question opens over the page. */
export function DeleteButton({ verb, title, text, nameToType, refusal, onDelete }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="text"
        color="error"
        startIcon={<Trash2 size={18} />}
        disabled={refusal !== undefined}
        title={refusal}
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
