/** Renders a certificate in a separate process: its picture comes from a hub. Requirement REAL-11. */
import { serveChild } from '#platform/work/child-work.ts'
import { type Certificate, drawCertificate } from './walk.pdf.ts'

serveChild<Certificate, Uint8Array>(
  (certificate) => drawCertificate(certificate),
  (error) => String(error),
)
