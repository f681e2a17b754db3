/** A form of one question, with which starts are measured. */
export const smallSpec = `name: A
steps:
  - name: One
    components:
      - { type: ShortInput, content: { question: "Who?" } }
      - { type: NextButton, content: { label: Next } }
  - name: Two
    components: [{ type: Header, content: { title: Thanks } }]
`
