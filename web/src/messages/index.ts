/** Every word the app says. English is the source; a language that lacks a key does not compile. */
import { computed, signal } from "@preact/signals";
import { de } from "./de";
import { en } from "./en";

const catalogues = { en, de };

export type Language = keyof typeof catalogues;
export type Key = keyof typeof en;

/** Languages are listed under the name their speakers use. */
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch" };

/** What the signed-in person chose; without a choice the device decides. */
export const chosenLocale = signal<string | null>(null);
export const chosenTimeZone = signal<string | null>(null);

export const language = computed<Language>(() => {
  const wishes = chosenLocale.value ? [chosenLocale.value] : navigator.languages;
  const known = wishes.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in catalogues);
  return (known as Language | undefined) ?? "en";
});

type Blanks<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Blanks<Rest> : never;
type Filling<K extends Key> = [Blanks<(typeof en)[K]>] extends [never] ? [] : [Record<Blanks<(typeof en)[K]>, string>];

export function t<K extends Key>(key: K, ...[filling]: Filling<K>): string {
  const words: Record<string, string> = filling ?? {};
  return catalogues[language.value][key].replace(/\{(\w+)\}/g, (blank, name: string) => words[name] ?? blank);
}

export function isKey(key: string): key is Key {
  return key in en;
}

export function formatDay(iso: string): string {
  return format(iso, { dateStyle: "long" });
}

export function formatMoment(iso: string): string {
  return format(iso, { dateStyle: "medium", timeStyle: "short" });
}

/** A day that is the same everywhere. */
export function formatDate(day: string): string {
  return new Intl.DateTimeFormat(chosenLocale.value ?? localeOfDevice(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}

/** So many days from today, as a date field takes it. */
export function dayAhead(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Of today the time is enough. */
export function formatLately(iso: string): string {
  return formatDay(iso) === formatDay(new Date().toISOString()) ? format(iso, { timeStyle: "short" }) : formatMoment(iso);
}

function format(iso: string, style: Intl.DateTimeFormatOptions): string {
  const zone = chosenTimeZone.value ? { timeZone: chosenTimeZone.value } : {};
  return new Intl.DateTimeFormat(chosenLocale.value ?? localeOfDevice(), { ...style, ...zone }).format(new Date(iso));
}

/** With its region, so that times read as they do elsewhere on this device. */
function localeOfDevice(): string {
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(language.value)) ?? language.value;
}

/** The vocabulary of feelings, in the order of the catalogue. */
export const FEELINGS = Object.keys(en).filter((key) => key.startsWith("feeling.")).map((key) => key.slice("feeling.".length));
