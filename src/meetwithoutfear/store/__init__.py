"""The only code that knows SQL: tables, migrations, access_*(), save(), inbox, jobs."""
