/** How to reach somebody, as it is written, with what can be called, texted or opened made into a link. */
const REACHABLE = /(\+?\d[\d\s-]*\d(?=\D|$)|[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:\/\S*)?)/i;
const TEXTED = /(?:text (\S+) to|SMS ?:?)\s*$/i;
const SHORTEST = 3;

export function Contact({ text }: { text: string }) {
  const parts = text.split(REACHABLE); // the odd ones are what was found
  return (
    <span class="contact">
      {parts.map((part, index) => (index % 2 === 0 ? part : <Way key={index} part={part} before={parts[index - 1] ?? ""} />))}
    </span>
  );
}

function Way({ part, before }: { part: string; before: string }) {
  const digits = part.replace(/[^\d+]/g, "");
  if (/[a-z]/i.test(part)) return <a href={`https://${part}`} target="_blank" rel="noreferrer">{part}</a>;
  if (digits.length < SHORTEST) return <>{part}</>;
  const texted = TEXTED.exec(before);
  const address = texted ? `sms:${digits}${texted[1] ? `?body=${encodeURIComponent(texted[1])}` : ""}` : `tel:${digits}`;
  return <a dir="ltr" href={address}>{part}</a>;
}
