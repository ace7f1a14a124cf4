// The front end of server/examples/agui in a browser.
//
//	node example.mjs CHROMIUM PAGE URL
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { hold, release } from "./gate.mjs";

const [executablePath, site, url] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await (await browser.newContext()).newPage();
page.setDefaultTimeout(30_000);
const wrong = [];
page.on("pageerror", (e) => wrong.push(String(e)));
const reached = (status) => page.locator("#status", { hasText: new RegExp(`^${status}$`) }).waitFor();
const choose = (name) => page.locator("#choices button", { hasText: name }).first().click();

async function say(text) {
  await page.getByLabel("Message").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

try {
  await page.goto(`${site}/?server=${encodeURIComponent(url)}`);
  await hold(url, "hotel_quote_search");
  await say("Two of us from Boston to Lisbon on June 3, back June 10, with a hotel");
  await page.locator(".assistant").first().waitFor();
  await page.locator("#stop").click();
  await reached("intake/collecting_requirements");
  await say("try again");
  await reached("quote/quoting_hotels");
  await page.reload();
  await reached("quote/quoting_hotels");
  await release(url);
  await reached("quote/presenting_options");
  await page.reload();
  await reached("quote/presenting_options");
  await choose("USD");
  await reached("quote/risk_checked");
  await choose(/yes/i);
  await reached("book/holds_placed");
  await page.locator("#approve").click();
  await reached("completed/booked");
  const said = await page.$$eval(".assistant", (list) => list.map((p) => p.textContent));
  assert.match(said.at(-1), /booked/);
  assert.equal(await page.locator(".user").count(), 2);
  assert.equal(await page.locator("summary", { hasText: "booking_confirm_and_purchase ✓" }).count(), 1);
  assert.deepEqual(wrong, []);
} catch (e) {
  console.error(await page.content());
  throw e;
} finally {
  await browser.close();
}
