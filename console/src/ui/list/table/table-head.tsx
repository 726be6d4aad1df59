/** The head of a small table that is not sorted. */
type Props = { columns: readonly string[] }

/** No two columns have the same name. */
export function TableHead({ columns }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
