"""What opens an account, as it is stored."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from fakes import FakeClock
from meetwithoutfear.domain.errors import EmailTaken, Gone, NotSignedIn
from meetwithoutfear.domain.notifications import Purpose
from meetwithoutfear.domain.text import Email
from meetwithoutfear.store.database import Database, Tx
from meetwithoutfear.store.deletion import delete_user
from meetwithoutfear.store.ids import private_id
from meetwithoutfear.store.notes import forget_old
from meetwithoutfear.store.outbox import PushAddress, save_subscription
from meetwithoutfear.store.people import (
    Link,
    User,
    find_link,
    insert_link,
    insert_user,
    replace_email,
    spend_link,
    take_over,
)
from meetwithoutfear.store.tables import links

pytestmark = pytest.mark.anyio

TOKEN = "a" * 64


async def alice_with_link(tx: Tx, clock: FakeClock, purpose: Purpose = Purpose.SIGN_IN) -> User:
    user = await insert_user(tx, Email("alice@example.org"), "Alice", "a hash", clock())
    address = "new@example.org" if purpose is Purpose.NEW_EMAIL else user.email
    await insert_link(tx, Link(user.id, purpose, address), TOKEN, clock() + timedelta(minutes=30))
    return user


async def test_a_new_account_is_unproven_and_nobodys_inheritance(store: Database, clock: FakeClock) -> None:
    async with store.write() as tx:
        user = await insert_user(tx, Email("alice@example.org"), "Alice", None, clock())
        assert user.email_proven is False
        assert user.has_password is False
        assert user.inherited is False


@pytest.mark.parametrize("purpose", list(Purpose))
async def test_a_link_works_once_and_for_its_own_purpose(
    store: Database, clock: FakeClock, purpose: Purpose
) -> None:
    async with store.write() as tx:
        user = await alice_with_link(tx, clock, purpose)
        for other in set(Purpose) - {purpose}:
            with pytest.raises(Gone):
                await spend_link(tx, TOKEN, other, clock())
        link, account = await spend_link(tx, TOKEN, purpose, clock())
        assert link.user_id == user.id
        assert account.user.email == user.email
        with pytest.raises(Gone):
            await spend_link(tx, TOKEN, purpose, clock())


async def test_a_link_ends_with_its_time_its_address_and_its_account(
    store: Database, clock: FakeClock
) -> None:
    async with store.write() as tx:
        user = await alice_with_link(tx, clock)
        with pytest.raises(Gone):
            await find_link(tx, TOKEN, clock() + timedelta(minutes=30))
        await replace_email(tx, user.id, "new@example.org", clock())
        with pytest.raises(Gone):
            await spend_link(tx, TOKEN, Purpose.SIGN_IN, clock())
        await insert_link(
            tx, Link(user.id, Purpose.SIGN_IN, "new@example.org"), "b" * 64, clock() + timedelta(hours=1)
        )
        await forget_old(tx, clock() + timedelta(minutes=30))
        assert [row.token_hash for row in await tx.all(sa.select(links))] == ["b" * 64]
        await delete_user(tx, user.id)
        with pytest.raises(Gone):
            await spend_link(tx, "b" * 64, Purpose.SIGN_IN, clock())


async def test_a_proof_from_outside_leaves_nothing_that_opens_the_account(
    store: Database, clock: FakeClock
) -> None:
    async with store.write() as tx:
        await alice_with_link(tx, clock)
        _, before = await spend_link(tx, TOKEN, Purpose.SIGN_IN, clock())
        assert before.password_hash == "a hash"
        assert "a hash" not in repr(before)
        await take_over(tx, before.user.id, clock())
        await insert_link(
            tx, Link(before.user.id, Purpose.SIGN_IN, before.user.email), TOKEN, clock() + timedelta(hours=1)
        )
        _, after = await spend_link(tx, TOKEN, Purpose.SIGN_IN, clock())
        assert after.password_hash is None
        assert after.user.email_proven is True
        assert after.user.inherited is True


async def test_a_taken_address_is_not_given_twice(store: Database, clock: FakeClock) -> None:
    async with store.write() as tx:
        await insert_user(tx, Email("bob@example.org"), "Bob", None, clock())
        user = await insert_user(tx, Email("alice@example.org"), "Alice", None, clock())
    with pytest.raises(EmailTaken):
        async with store.write() as tx:
            await replace_email(tx, user.id, "bob@example.org", clock())


async def test_no_browser_is_noted_for_a_device_that_is_signed_out(store: Database, clock: FakeClock) -> None:
    async with store.write() as tx:
        user = await insert_user(tx, Email("alice@example.org"), "Alice", None, clock())
    browser = PushAddress("https://push.example.net/abc", b"p" * 65, b"a" * 16)
    with pytest.raises(NotSignedIn):
        async with store.write() as tx:
            await save_subscription(tx, user.id, private_id(), browser, clock())
