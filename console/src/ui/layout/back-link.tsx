/** The way back, left of a page's title. */
import { IconButton, type IconButtonProps } from '@mui/material'
import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

/** `label` says where it leads. */
export const BackLink = createLink(({ label, ...rest }: IconButtonProps & { label: string }) => (
  <IconButton {...rest} aria-label={label} title={label}>
    <ArrowLeft size={20} />
  </IconButton>
))
